import type { OwnText } from './replace.ts';

const IMAGE = /image\/(jpeg|png|webp|gif|avif)/;

const FILES: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/vnd.oasis.opendocument.presentation': 'ODP',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
};

/** A media type in words. What is already in words, or of another type, stays. */
function inWords(text: string, language: 'el' | 'en'): string {
  const file = Object.keys(FILES).find((type) => text.includes(type));
  if (file)
    return text.replace(
      file,
      `${language === 'el' ? 'αρχείο ' : ''}${FILES[file]}${language === 'el' ? '' : ' file'}`,
    );
  return text.replace(IMAGE, (_, type: string) =>
    language === 'el' ? `εικόνα ${type.toUpperCase()}` : `${type.toUpperCase()} image`,
  );
}

/** The type of a file, in its form, in lists and in a text. */
export const fileTypes: OwnText[] = [
  { at: '.file-meta__size-type, .cell-mimeType span, .cell-mimeType', text: inWords },
];
