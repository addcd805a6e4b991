/** A stretch of a buffer that others share. */
export interface Stretch {
  readonly store: Buffer;
  readonly at: number;
  readonly length: number;
}

/** Puts a JSON text somewhere. */
export type Writer = (json: string) => Stretch;

const NO_BYTES = Buffer.alloc(0);

/** Each text in a buffer of its own: a pooled one would keep 8 KiB alive for a row of 200 bytes. */
export const writeApart: Writer = (json) => {
  const store = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  return { store, at: 0, length: store.write(json) };
};

/** Many texts in a few large buffers, for rows whose blocks are going to be joined. */
export function writeTogether(size = 1024 * 1024): Writer {
  let store = NO_BYTES;
  let end = 0;
  return (json) => {
    // Three bytes are the most that a UTF-16 unit takes.
    if (end + 3 * json.length > store.length) {
      const length = Buffer.byteLength(json);
      if (end + length > store.length) {
        store = Buffer.allocUnsafeSlow(Math.max(size, length));
        end = 0;
      }
    }
    const at = end;
    const length = store.write(json, at);
    end += length;
    return { store, at, length };
  };
}
