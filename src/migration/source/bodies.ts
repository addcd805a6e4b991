import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Failure } from '../../outbound/index.ts';
import { elementSlices, NotAnArray } from './elementSlices.ts';

/** Headers by their names in small letters. */
export type Headers = Record<string, string | string[]>;

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};
const isKnown = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);

/** The bytes as they were written, without the coding in which they were sent. @throws Failure when they are not in that */
export async function decodedBody(sent: Buffer, headers: Headers, mostBytes: number): Promise<Buffer> {
  const coding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  // To HEAD, and where there is none, an empty body is no compressed one.
  if (coding === 'identity' || sent.length === 0) return sent;
  if (!isKnown(coding)) throw new Failure(`the answer is compressed with ${coding}`, 'never');
  try {
    return await DECODERS[coding](sent, { maxOutputLength: mostBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(mostBytes);
    throw new Failure(`the answer is not ${coding}, as it says: ${(error as Error).message}`, 'brief');
  }
}

/** @throws Failure when an answer is no whole JSON array in UTF-8 */
export function refuseOtherThanList({ headers, body }: { headers: Headers; body: Buffer }): void {
  refuseOtherType(String(headers['content-type'] ?? ''), body);
  if (!isUtf8(body)) throw new Failure('the answer is not in UTF-8', 'brief');
  try {
    elementSlices(body);
  } catch (error) {
    if (!(error instanceof NotAnArray)) throw error;
    throw new Failure(`the answer is no whole list. ${error.message}`, 'brief');
  }
}

function refuseOtherType(contentType: string, body: Buffer): void {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') {
    const begins = JSON.stringify(body.subarray(0, 40).toString('latin1'));
    throw new Failure(
      `the answer is ${type || 'of no type'}, where application/json was expected; it begins with ${begins}`,
      'brief',
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw new Failure(`the answer is in ${charset}, where UTF-8 was expected`, 'brief');
}

/** An answer beyond the limit. */
export function tooLarge(mostBytes: number): Failure {
  return new Failure(`the answer has more than ${mostBytes / 1024 ** 2} MB; --max-mb allows more`, 'never');
}
