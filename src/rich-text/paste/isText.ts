/** False for a piece of a line, which is put in as it is. */
export function isText(text: string): boolean {
  return /[\n\r\u2028]|:\/\/|www\.|@/i.test(text.trim());
}

/** The most characters that are read, as JSON: the reader stops the server for others, for a second or two per megabyte. */
export const LONGEST = 1_000_000;
