/** The maximum length of a title in messages, in characters. */
const MAX_TITLE = 80;

/** A title for messages and dialogs, cut if it is long. */
export function shortened(title: unknown): string {
  const characters = [...String(title)];
  return characters.length > MAX_TITLE
    ? `${characters.slice(0, MAX_TITLE).join('').trimEnd()}…`
    : String(title);
}
