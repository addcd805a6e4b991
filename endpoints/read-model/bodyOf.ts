import type { ListResponse } from './types.ts';

/** A response's whole body in one buffer, for whoever compares or parses it. Sending it part by part copies nothing. */
export function bodyOf({ parts, length }: ListResponse): Buffer<ArrayBuffer> {
  const [first] = parts;
  if (parts.length === 1 && first) return first.bytes;
  return Buffer.concat(
    parts.map(({ bytes }) => bytes),
    length,
  );
}
