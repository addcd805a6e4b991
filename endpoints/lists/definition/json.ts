/** JSON text that is served unchanged, with its own numbers, spaces, escapes and order of keys. */
export class KeptJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Writes JSON as the legacy system does (contract: Bytes): without spaces, and with only the necessary escapes, and U+2028 and
 * U+2029. A {@link KeptJson} is written unchanged.
 *
 * @throws TypeError for values that are not possible in JSON (undefined, functions)
 */
export function toJson(value: unknown): string {
  if (value instanceof KeptJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return objectToJson(value, Object.keys(value));
  return plain(value);
}

/** {@link toJson} for an object, with its members in the order of these keys. */
export function objectToJson(value: object, keys: readonly string[]): string {
  const members = value as { readonly [key: string]: unknown };
  return `{${keys.map((key) => `${plain(key)}:${toJson(members[key])}`).join(',')}}`;
}

function plain(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text.includes('\u2028') || text.includes('\u2029')
    ? text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    : text;
}

/** The value of a kept JSON text: a plain string if that serializes to the same text, otherwise a {@link KeptJson}. */
export function keptOf(value: unknown): string | KeptJson | null {
  if (typeof value !== 'string') return null;
  return plainString(value) ?? new KeptJson(value);
}

/** The string whose JSON is exactly this text, if there is one. */
export function plainString(json: string): string | undefined {
  const value = json.startsWith('"') ? parsedJson(json) : undefined;
  return typeof value === 'string' && toJson(value) === json ? value : undefined;
}

/** What a text says in JSON; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for an object that is no array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
