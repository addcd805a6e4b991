/** A text in the two languages of the admin; every other language falls back to Payload's `fallbackLanguage`. */
export type Bilingual = { el: string; en: string };

export function bilingual(el: string, en: string): Bilingual {
  return { el, en };
}

/** The text in the language of the request, for messages that hooks and validations give. */
export function speak(text: Bilingual, language: string | undefined): string {
  return language === 'en' ? text.en : text.el;
}
