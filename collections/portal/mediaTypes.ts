import type { Where } from 'payload';

/** The types of images in the plugin's own collection. No SVG: it may contain scripts, and these files have the admin's origin. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/**
 * The types of other files: PDF, ODF and Office Open XML. Office files with macros have types of their own. The older formats of
 * Office are one container, whose content no reader tells safely.
 */
export const FILE_TYPES = [
  'application/pdf',
  ...['text', 'spreadsheet', 'presentation'].map((kind) => `${OPEN_DOCUMENT}.${kind}`),
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
    (kind) => `${OFFICE}.${kind}`,
  ),
];

/** True for a media document whose file is no image. One without a file has the address of an image. */
export function isFile({ mimeType }: Record<string, unknown>): boolean {
  return typeof mimeType === 'string' && mimeType !== '' && !mimeType.startsWith('image/');
}

/** The query condition for the media documents that are images. */
export const ONLY_IMAGES: Where = {
  or: [{ mimeType: { exists: false } }, { mimeType: { contains: 'image/' } }],
};

/** The query condition for all others. By their types: `not_like` of SQLite finds no parts of texts. */
export const ONLY_FILES: Where = {
  or: ['application', 'audio', 'font', 'model', 'text', 'video'].map((type) => ({
    mimeType: { contains: `${type}/` },
  })),
};
