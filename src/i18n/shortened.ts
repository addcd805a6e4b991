/** Characters of a title that a message names. */
const MOST = 80;

/** A title as messages and dialogs name it: a long one is cut. */
export function shortened(title: unknown): string {
  const characters = [...String(title)];
  return characters.length > MOST ? `${characters.slice(0, MOST).join('').trimEnd()}…` : String(title);
}
