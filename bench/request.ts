import { get } from 'node:http';
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
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { Connection: 'keep-alive', ...headers } }, async (response) => {
      try {
        const body = await buffer(response);
        response.socket.destroy();
        resolve({ status: response.statusCode ?? 0, headers: pairs(response.rawHeaders), body });
      } catch (error) {
        reject(error);
      }
    }).on('error', reject);
  });
}

function pairs(raw: string[]): Record<string, string> {
  return Object.fromEntries(raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1] ?? '']])));
}
