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
