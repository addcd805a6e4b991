import type { CollectionAfterErrorHook } from 'payload';
import { bilingual, speak } from '../fields/labels.ts';

const NOT_AN_IMAGE = bilingual(
  'Το αρχείο δεν είναι εικόνα από αυτές που δέχεται η πύλη (JPEG, PNG, WebP, GIF, AVIF).',
  'The file is not an image that the portal takes (JPEG, PNG, WebP, GIF, AVIF).',
);

/** How Payload begins what it says of a file's type, in English alone. */
const OF_A_TYPE = /^(?:File type|Invalid|SVG)\b/;

/** Says in the language of the request why Payload refuses a file. */
export const explainFile: CollectionAfterErrorHook = ({ error, req }) => {
  const { data, name, status } = error as Error & { data?: { errors?: FieldError[] }; status?: number };
  const [problem] = data?.errors ?? [];
  if (problem?.path !== 'file' || !OF_A_TYPE.test(problem.message)) return;
  const message = speak(NOT_AN_IMAGE, req.i18n?.language);
  return {
    status: status ?? 400,
    response: { errors: [{ name, message, data: { errors: [{ path: 'file', message }] } }] },
  };
};

interface FieldError {
  message: string;
  path: string;
}
