import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { elementSlices, NotAnArray } from './elementSlices.ts';
import { Failure } from './Failure.ts';

/** Headers by their names in small letters. */
export type Headers = Record<string, string | string[]>;

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * The bytes of a list as the legacy system wrote them, without the coding in which they were sent.
 * @throws Failure when they are no whole JSON array in UTF-8
 */
export async function bodyOf(sent: Buffer, headers: Headers, mostBytes: number): Promise<Buffer> {
  refuseOtherType(String(headers['content-type'] ?? ''), sent);
  const body = await decoded(sent, String(headers['content-encoding'] ?? 'identity'), mostBytes);
  if (!isUtf8(body)) throw new Failure('the answer is not in UTF-8', 'brief');
  try {
    elementSlices(body);
  } catch (error) {
    if (!(error instanceof NotAnArray)) throw error;
    throw new Failure(`the answer is no whole list. ${error.message}`, 'brief');
  }
  return body;
}

function refuseOtherType(contentType: string, sent: Buffer): void {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') {
    const begins = JSON.stringify(sent.subarray(0, 40).toString('latin1'));
    throw new Failure(
      `the answer is ${type || 'of no type'}, where application/json was expected; it begins with ${begins}`,
      'brief',
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw new Failure(`the answer is in ${charset}, where UTF-8 was expected`, 'brief');
}

async function decoded(sent: Buffer, coding: string, mostBytes: number): Promise<Buffer> {
  const name = coding.trim().toLowerCase();
  if (name === 'identity') return sent;
  if (!(name in DECODERS)) throw new Failure(`the answer is compressed with ${name}`, 'never');
  try {
    return await DECODERS[name as keyof typeof DECODERS](sent, { maxOutputLength: mostBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(mostBytes);
    throw new Failure(`the answer is not ${name}, as it says: ${(error as Error).message}`, 'brief');
  }
}

/** An answer beyond the limit. */
export function tooLarge(mostBytes: number): Failure {
  return new Failure(
    `the answer has more than ${mostBytes / 1024 ** 2} MB; --max-mb allows more, if it is a list`,
    'never',
  );
}
