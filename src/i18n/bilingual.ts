/** A text in the two languages that the project speaks. */
export type Bilingual = { el: string; en: string };

export function bilingual(el: string, en: string): Bilingual {
  // Payload takes the first one for a language that is neither, unless its `fallbackLanguage` is one of them.
  return { en, el };
}

/** The text in the language of the request, for messages that hooks and validations give. */
export function speak(text: Bilingual, language: string | undefined): string {
  return language === 'el' ? text.el : text.en;
}
