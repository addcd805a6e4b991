/** False for a piece of a line, which is put in as it is. */
export function isText(text: string): boolean {
  return /[\n\r\u2028]|:\/\/|www\.|@/i.test(text.trim());
}
