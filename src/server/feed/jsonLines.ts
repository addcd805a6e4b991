import type { Socket } from 'node:net';

/** One end of a socket over which JSON messages travel, one a line (JSON has no line feed of its own). */
export interface JsonLines<Outgoing> {
  /** Messages arrive in order. What is sent to an end that is gone is lost. */
  send(message: Outgoing): void;
  /** Ends it at once. */
  close(): void;
}

export interface JsonLinesOptions<Incoming> {
  onMessage(message: Incoming): void;
  /** The other end, or this one, has closed it. Called once. */
  onClose(): void;
}

/** Speaks over a socket. Both ends are this project's own: a line that is no JSON throws. */
export function jsonLines<Incoming, Outgoing>(
  socket: Socket,
  { onMessage, onClose }: JsonLinesOptions<Incoming>,
): JsonLines<Outgoing> {
  let unfinished = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    // V8 joins such strings when they are first read: a long message is copied once, however many pieces it came in.
    const lines = [unfinished + first, ...others];
    unfinished = lines.pop() ?? '';
    for (const line of lines) onMessage(JSON.parse(line) as Incoming);
  });
  // 'close' follows.
  socket.on('error', () => {});
  socket.once('end', () => socket.destroy());
  socket.once('close', onClose);
  return {
    send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    close: () => void socket.destroy(),
  };
}
