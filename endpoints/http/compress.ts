import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { BodyPart } from '../read-model/index.ts';
import type { Coding } from './negotiation.ts';
import type { ServedResponse } from './types.ts';

/** What zlib gives at once, and the size of a part of what it has given, in bytes. */
const CHUNK = 64 * 1024;
const PART = 256 * 1024;

/** Once per change, not once per request: a better ratio than on the fly, at speeds that keep up with editors. */
function encoderOf(coding: Coding, length: number) {
  if (coding === 'gzip') return createGzip({ level: 6, chunkSize: CHUNK });
  return createBrotliCompress({
    chunkSize: CHUNK,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  });
}

/** Compresses a body, part by part, in zlib's threads. */
export async function compress(response: ServedResponse, coding: Coding): Promise<BodyPart[]> {
  const compressed: BodyPart[] = [];
  let chunks: Buffer[] = [];
  let size = 0;
  function endPart(): void {
    const bytes = Buffer.concat(chunks, size);
    compressed.push({ length: size, bytes });
    chunks = [];
    size = 0;
  }
  await pipeline(
    contents(response),
    encoderOf(coding, response.length),
    async (encoded: AsyncIterable<Buffer>) => {
      for await (const chunk of encoded) {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= PART) endPart();
      }
    },
  );
  if (size > 0) endPart();
  return compressed;
}

/** Each part when the compressor has taken those before it. */
function* contents({ parts }: ServedResponse): Generator<Buffer> {
  for (const part of parts) yield part.bytes;
}
