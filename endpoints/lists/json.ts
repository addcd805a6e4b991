/** JSON text that is served exactly as it came: its numbers, spaces, escapes and order of keys are its own. */
export class KeptJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * JSON as the legacy system writes it (contract: Bytes): no spaces, nothing escaped that JSON does not require, except
 * U+2028 and U+2029. A {@link KeptJson} is written as it is.
 *
 * @throws TypeError on what JSON can't hold (undefined, functions)
 */
export function toJson(value: unknown): string {
  if (value instanceof KeptJson) return value.text;
  if (Array.isArray(value)) return `[${separated(value, toJson)}]`;
  if (typeof value === 'object' && value !== null) return objectToJson(value, Object.keys(value));
  return plain(value);
}

/** The same of an object, with its members in the order of these keys. */
export function objectToJson(value: object, keys: readonly string[]): string {
  const members = value as { readonly [key: string]: unknown };
  return `{${separated(keys, (key) => `${plain(key)}:${toJson(members[key])}`)}}`;
}

/** Added up, not joined: V8 then copies a long text once, when it is written, not at every level of nesting. */
function separated<T>(items: readonly T[], write: (item: T) => string): string {
  let text = '';
  for (const [index, item] of items.entries()) text += index === 0 ? write(item) : `,${write(item)}`;
  return text;
}

function plain(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text.includes('\u2028') || text.includes('\u2029')
    ? text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    : text;
}
