/** The used part of the package, which brings no types. */
declare module 'tar-stream' {
  import type { Readable, Writable } from 'node:stream';

  export interface Header {
    name: string;
    size: number;
    mode?: number;
    mtime?: Date;
    type?: string | null;
  }
  export interface Pack extends Readable {
    entry(header: Header): Writable;
    finalize(): void;
  }
  /** One file of an archive. It has to be read, or resumed, before the next one comes. */
  export interface Entry extends Readable {
    header: Header;
  }
  export interface Extract extends Writable, AsyncIterable<Entry> {}
  export function pack(): Pack;
  export function extract(): Extract;
}
