import type { Socket } from 'node:net';
import { decodeUtf8 } from '../../../endpoints/read-model/utf8.ts';

/** The bytes before each message that say how long it is. */
const HEADER = 4;

/** One end of a connection over which JSON messages travel, each after its length in bytes (big endian). */
export interface Connection<Outgoing> {
  /** Hands over a message; they arrive in order. What is sent to an end that is gone is lost. */
  send(message: Outgoing): void;
  /** Ends it at once. */
  close(): void;
}

/** What {@link connection} tells. */
export interface ConnectionEvents<Incoming> {
  onMessage(message: Incoming): void;
  /** The other end, or this one, has closed it; told once. */
  onClose(): void;
}

/** Speaks messages over a socket. Both ends are this project's own: a message that is no JSON throws. */
export function connection<Incoming, Outgoing>(
  socket: Socket,
  { onMessage, onClose }: ConnectionEvents<Incoming>,
): Connection<Outgoing> {
  let chunks: Buffer[] = [];
  let have = 0;
  let want = HEADER;
  let inHeader = true;

  /** Exactly the next `want` bytes. */
  function take(): Buffer {
    const all = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const rest = all.subarray(want);
    chunks = rest.length > 0 ? [rest] : [];
    have = rest.length;
    return all.subarray(0, want);
  }

  socket.on('data', (chunk) => {
    chunks.push(chunk);
    have += chunk.length;
    while (have >= want) {
      const bytes = take();
      want = inHeader ? bytes.readUInt32BE() : HEADER;
      inHeader = !inHeader;
      if (inHeader) onMessage(JSON.parse(decodeUtf8(bytes)) as Incoming);
    }
  });
  // 'close' follows and tells of it.
  socket.on('error', () => {});
  socket.once('end', () => socket.destroy());
  socket.once('close', onClose);

  return {
    send(message) {
      if (socket.destroyed) return;
      const body = Buffer.from(JSON.stringify(message));
      const header = Buffer.allocUnsafe(HEADER);
      header.writeUInt32BE(body.length);
      socket.cork();
      socket.write(header);
      socket.write(body);
      socket.uncork();
    },
    close: () => socket.destroy(),
  };
}
