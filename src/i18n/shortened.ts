/** The maximum length of a title in messages, in characters. */
const MOST = 80;

/** A title for messages and dialogs, cut if it is long. */
export function shortened(title: unknown): string {
  const characters = [...String(title)];
  return characters.length > MOST ? `${characters.slice(0, MOST).join('').trimEnd()}…` : String(title);
}
