/** JSON text that is served exactly as it came: its numbers, spaces, escapes and order of keys are its own. */
export class KeptJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** In characters. */
const LONGEST_PIECE = 64 * 1024;

/**
 * JSON as the legacy system writes it (contract: Bytes): no spaces, nothing escaped that JSON does not require, except
 * U+2028 and U+2029. A {@link KeptJson} is written as it is.
 *
 * @throws TypeError on what JSON can't hold (undefined, functions)
 */
export function toJson(value: unknown): string {
  let json = '';
  for (const piece of jsonPieces(value)) json += piece;
  return json;
}

/** The same in pieces, so that whoever writes a long text can pause between them. */
function* jsonPieces(value: unknown): Generator<string, void> {
  if (value instanceof KeptJson) yield value.text;
  else if (Array.isArray(value)) yield* arrayPieces(value);
  else if (typeof value === 'object' && value !== null) yield* objectPieces(value, Object.keys(value));
  else if (typeof value === 'string' && value.length > LONGEST_PIECE) yield* textPieces(value);
  else yield plain(value);
}

/** The same of an object, with its members in the order of these keys. */
export function* objectPieces(value: object, keys: readonly string[]): Generator<string, void> {
  const members = value as { readonly [key: string]: unknown };
  let separator = '{';
  for (const key of keys) {
    yield `${separator}${plain(key)}:`;
    yield* jsonPieces(members[key]);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* arrayPieces(items: readonly unknown[]): Generator<string, void> {
  let separator = '[';
  for (const item of items) {
    yield separator;
    yield* jsonPieces(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function* textPieces(text: string): Generator<string, void> {
  yield '"';
  for (let from = 0; from < text.length; ) {
    let to = from + LONGEST_PIECE;
    // JSON.stringify would escape each half of a surrogate pair.
    if (isHighSurrogate(text.charCodeAt(to - 1))) to += 1;
    yield plain(text.slice(from, to)).slice(1, -1);
    from = to;
  }
  yield '"';
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function plain(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text.includes('\u2028') || text.includes('\u2029')
    ? text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    : text;
}

/** The value that a kept JSON text stands for: a plain string where that gives the same text again. */
export function keptOf(value: unknown): string | KeptJson | null {
  if (typeof value !== 'string') return null;
  return plainString(value) ?? new KeptJson(value);
}

/** The string whose JSON is exactly this text, if there is one. */
export function plainString(json: string): string | undefined {
  if (!json.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' && toJson(value) === json ? value : undefined;
  } catch {
    return undefined;
  }
}
