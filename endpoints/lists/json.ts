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
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${plain(key)}:${toJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return plain(value);
}

function plain(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text.includes('\u2028') || text.includes('\u2029')
    ? text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    : text;
}
