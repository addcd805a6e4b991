import { isUtf8 } from 'node:buffer';

/** Where one element stands in a captured body, in bytes; `end` is exclusive. */
export interface ElementSlice {
  start: number;
  end: number;
}

/** A body that is no whole JSON array. `offset` is the byte at which that shows. */
export class NotAnArray extends Error {
  readonly offset: number;

  constructor(reason: string, body: Uint8Array, offset: number) {
    super(`${reason} (${placeOf(body, offset)})`);
    this.name = 'NotAnArray';
    this.offset = offset;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;

/**
 * Cuts the body of a list into its elements without reading them: their bytes have to survive, and a capture may
 * be far larger than what one wants to hold as parsed objects.
 *
 * Only the array around the elements is judged here; whether an element is valid is the list definition's affair.
 * @throws NotAnArray where the body is not in UTF-8, begins with a byte order mark, is something else than an array, or ends
 *   early.
 */
export function elementSlices(body: Buffer): ElementSlice[] {
  refuseByteOrderMark(body);
  refuseOtherEncoding(body);
  let at = skipSpace(body, 0);
  if (at === body.length)
    throw new NotAnArray('The body is empty, where a JSON array was expected', body, at);
  if (body[at] !== OPEN_ARRAY) throw new NotAnArray('The body is not a JSON array', body, at);

  const slices: ElementSlice[] = [];
  at = skipSpace(body, at + 1);
  if (body[at] === CLOSE_ARRAY) return endOfBody(body, at + 1, slices);
  while (true) {
    const end = endOfValue(body, at, slices.length);
    slices.push({ start: at, end });
    at = skipSpace(body, end);
    const byte = body[at];
    if (byte === CLOSE_ARRAY) return endOfBody(body, at + 1, slices);
    if (byte !== COMMA) {
      const reason =
        byte === undefined
          ? `The body ends after element ${slices.length - 1}, its closing bracket is missing`
          : `A comma or the closing bracket was expected after element ${slices.length - 1}`;
      throw new NotAnArray(reason, body, at);
    }
    at = skipSpace(body, at + 1);
  }
}

function endOfBody(body: Buffer, at: number, slices: ElementSlice[]): ElementSlice[] {
  const rest = skipSpace(body, at);
  if (rest < body.length) throw new NotAnArray('Something stands after the closing bracket', body, rest);
  return slices;
}

function endOfValue(body: Buffer, start: number, index: number): number {
  let depth = 0;
  let at = start;
  for (; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) {
      at = closingQuote(body, at, index);
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      depth++;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) break;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === COMMA || isSpace(byte))) {
      break;
    }
  }
  if (depth > 0) throw new NotAnArray(`The body ends within element ${index}`, body, body.length);
  if (at === start) throw new NotAnArray(`Element ${index} was expected`, body, at);
  return at;
}

/** `indexOf` runs at memory speed, and nearly all bytes of a list stand within long strings. */
function closingQuote(body: Buffer, open: number, index: number): number {
  let quote = body.indexOf(QUOTE, open + 1);
  while (quote !== -1) {
    let backslashes = 0;
    while (body[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    quote = body.indexOf(QUOTE, quote + 1);
  }
  throw new NotAnArray(`The body ends within a text of element ${index}`, body, body.length);
}

function refuseByteOrderMark(body: Buffer): void {
  const is = (...mark: number[]) => mark.every((byte, index) => body[index] === byte);
  if (is(0xef, 0xbb, 0xbf)) {
    throw new NotAnArray(
      'The body begins with a byte order mark, so it was not saved as it was served',
      body,
      0,
    );
  }
  if (is(0xff, 0xfe) || is(0xfe, 0xff)) {
    throw new NotAnArray('The body is UTF-16, so it was not saved as it was served', body, 0);
  }
}

function refuseOtherEncoding(body: Buffer): void {
  if (isUtf8(body)) return;
  const read = Buffer.from(body.toString());
  const offset = body.findIndex((byte, at) => byte !== read[at]);
  throw new NotAnArray('The body is not in UTF-8, so it was not saved as it was served', body, offset);
}

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (isSpace(body[at])) at++;
  return at;
}

/** A place in a body in words: the byte, the line, and what stands there. */
function placeOf(body: Uint8Array, offset: number): string {
  let line = 1;
  for (let at = 0; at < offset && at < body.length; at++) if (body[at] === 0x0a) line++;
  if (offset >= body.length) return `byte ${offset}, the end of the body`;
  const excerpt = new TextDecoder().decode(body.subarray(offset, offset + 40));
  return `byte ${offset}, line ${line}, at ${JSON.stringify(excerpt)}`;
}
