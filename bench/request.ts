import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response as it came. */
export interface Received {
  status: number;
  /** With the names as they were spelled. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends a GET request over a connection of its own. */
export async function request(url: string, headers: Record<string, string> = {}): Promise<Received> {
  const agent = new Agent({ keepAlive: true });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent, headers }, resolve).on('error', reject);
    });
    const body = await buffer(response);
    return { status: response.statusCode ?? 0, headers: pairs(response.rawHeaders), body };
  } finally {
    agent.destroy();
  }
}

function pairs(raw: string[]): Record<string, string> {
  return Object.fromEntries(raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1] ?? '']])));
}
