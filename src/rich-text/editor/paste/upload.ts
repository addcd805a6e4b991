import { type Ask, NO_ANSWER } from '../../../payload/admin/useApi.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import type { OfferedPicture } from './pasting.ts';
import type { PlacedImage } from './pictures.ts';

interface Upload {
  /** The slug of the collection of images and files. */
  media: string;
  pictures: readonly OfferedPicture[];
  /** Of the document that they are pasted into. */
  title: string;
  language: string;
}

interface Answer {
  doc?: { id: number | string };
  errors?: { message?: string; data?: { errors?: { message?: string }[] } }[];
}

/** Uploads pictures one after the other, as any upload. Never throws: what fails is among the refusals, in words. */
export async function uploadPictures(
  ask: Ask,
  { media, pictures, title, language }: Upload,
): Promise<{ placed: PlacedImage[]; refusals: string[] }> {
  const placed: PlacedImage[] = [];
  const refusals: string[] = [];
  for (const [index, { file, alt, behind }] of pictures.entries()) {
    const number = pictures.length > 1 ? ` ${index + 1}` : '';
    const from = title ? `: ${title}` : '';
    const named = bilingual(`Εικόνα${number} από επικόλληση${from}`, `Pasted picture${number}${from}`);
    const body = new FormData();
    body.append('file', file);
    body.append('_payload', JSON.stringify({ alt: alt || translate(named, language) }));
    const answer = await ask(`/${media}`, { method: 'POST', body })
      .then((response) => response.json() as Promise<Answer>)
      .catch((): Answer => ({}));
    if (answer.doc) placed.push({ collection: media, id: answer.doc.id, behind });
    else {
      const [error] = answer.errors ?? [];
      const reason = error?.data?.errors?.[0]?.message ?? error?.message ?? translate(NO_ANSWER, language);
      const which = bilingual(`Δεν ανέβηκε η εικόνα${number}: `, `Picture${number} was not uploaded: `);
      refusals.push(translate(which, language) + reason);
    }
  }
  return { placed, refusals };
}
