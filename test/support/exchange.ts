import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response as read from the connection. */
export interface Exchanged {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends raw bytes and reads until the connection ends, for requests that an HTTP client would not send. */
export async function exchange(port: number, request: string): Promise<Exchanged> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  const answer = await text(socket);
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()] as const;
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: answer.slice(end + 4),
  };
}
