/** In bytes. Most parts fit. */
const SPACE = 512 * 1024;
/** Spaces that wait to be used again. */
const MOST = 16;

const free: ArrayBuffer[] = [];

/**
 * Memory for bytes that go out once. To make it anew for each of many large answers would set off full garbage collections,
 * whose steps hold everybody up for 5 to 15 ms each.
 *
 * @param length in bytes
 */
export function takeSpace(length: number): Buffer<ArrayBuffer> {
  if (length > SPACE) return Buffer.allocUnsafeSlow(length);
  return Buffer.from(free.pop() ?? Buffer.allocUnsafeSlow(SPACE).buffer, 0, length);
}

/** Once nobody reads it any more. */
export function giveBack({ buffer }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength === SPACE && free.length < MOST) free.push(buffer);
}
