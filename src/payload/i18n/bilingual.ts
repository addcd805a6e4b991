/** A text in the project's two languages. */
export type Bilingual = { el: string; en: string };

export function bilingual(el: string, en: string): Bilingual {
  // English first: without a matching `fallbackLanguage`, Payload uses the first one for other languages.
  return { en, el };
}

/** The text in a request's language, for messages of hooks and validators. */
export function translate(text: Bilingual, language: string | undefined): string {
  return language === 'el' ? text.el : text.en;
}

/** The title of a document in the admin, if it has one; the first that there is where the document has it by locale. */
export function titleOf(
  { useAsTitle = 'id' }: { useAsTitle?: string | undefined },
  document: Record<string, unknown>,
): string | undefined {
  const own = document[useAsTitle];
  const title = own && typeof own === 'object' ? Object.values(own).find(Boolean) : own;
  return title ? String(title) : undefined;
}

/** The maximum length of a title in messages, in characters. */
const MAX_TITLE = 80;

/** A title for messages and dialogs, cut if it is long. */
export function shortened(title: unknown): string {
  const characters = [...String(title)];
  return characters.length > MAX_TITLE
    ? `${characters.slice(0, MAX_TITLE).join('').trimEnd()}…`
    : String(title);
}
