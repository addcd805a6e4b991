import { decodeUtf8 } from './utf8.ts';

/** A stretch of a buffer that others share. */
export interface Stretch {
  readonly store: Buffer;
  readonly at: number;
  readonly length: number;
}

/** Puts a text somewhere outside of the heap, where no collection has to look at it. */
export type Writer = (text: string) => Stretch;

const NO_BYTES = Buffer.alloc(0);

/** The text that was written there. */
export function textOf({ store, at, length }: Stretch): string {
  return decodeUtf8(store, at, at + length);
}

/** Each text in a buffer of its own: a pooled one would keep 8 KiB alive for a row of 200 bytes. */
export const writeApart: Writer = (text) => {
  const store = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  return { store, at: 0, length: store.write(text) };
};

/** Many texts in a few large buffers, each of which stays as long as one of its texts is needed. */
export function writeTogether(size = 1024 * 1024): Writer {
  let store = NO_BYTES;
  let end = 0;
  return (text) => {
    // Three bytes are the most that a UTF-16 unit takes.
    if (end + 3 * text.length > store.length) {
      const length = Buffer.byteLength(text);
      if (end + length > store.length) {
        store = Buffer.allocUnsafeSlow(Math.max(size, length));
        end = 0;
      }
    }
    const at = end;
    const length = store.write(text, at);
    end += length;
    return { store, at, length };
  };
}
