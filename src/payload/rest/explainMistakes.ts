import { type AfterErrorHook, APIError } from 'payload';
import { bilingual, translate } from '../i18n/bilingual.ts';

const BODY = bilingual(
  'Το σώμα του αιτήματος πρέπει να είναι ένα αντικείμενο JSON, ή φόρμα (multipart/form-data) που το έχει στο «_payload».',
  'The body must be a JSON object, or a form (multipart/form-data) that holds one in "_payload".',
);
const VALUE = bilingual(
  'Μια παράμετρος ή μια τιμή του αιτήματος δεν είναι του είδους που χρειάζεται εδώ.',
  'A parameter or a value of the request is not of the kind that is needed here.',
);

/** Errors about a value of a wrong type, from JavaScript, Mongoose and MongoDB's driver. */
const KINDS =
  /^(?:TypeError|RangeError|SyntaxError|CastError|ValidationError|ObjectParameterError|BSON\w*Error)$/;
/** SQLite's codes for an invalid query, value or reference. Not for a busy, full or unreadable database. */
const SQLITE = /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;
/** MongoDB's codes: BadValue, FailedToParse, TypeMismatch, and unknown or unsupported operators. */
const MONGODB = new Set([2, 9, 14, 51, 168, 31249, 40352, 51091, 51108, 51246]);
/** SQLite's driver, Mongoose and the form parser throw a plain Error for these. */
const PLAIN =
  /^(?:SQLite3 can only bind |Can't use \$|Unexpected end of form|Malformed |Multipart: |Unsupported content type)/;

/** True if the client's values caused the error, and not, for example, an unreachable database or a full disk. */
export function isOverValues(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, status } = error as { name: string; code?: unknown; status?: unknown };
  if (KINDS.test(name) || PLAIN.test(error.message)) return true;
  if (typeof code === 'string' ? SQLITE.test(code) : MONGODB.has(Number(code))) return true;
  // Payload throws this error for a request that it cannot classify.
  if (error.constructor === APIError && status === 500) return true;
  return isOverValues(error.cause);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Answers 400 with a reason if Payload, its database or its form parser fails on the client's data. They expect the types that
 * the admin sends, and Payload 3.90 answers 500 to others. The error is logged.
 *
 * Needed for: logs and alarms that tell client mistakes from failures.
 */
export const explainMistakes: AfterErrorHook = ({ error, req }) => {
  const status = (error as { status?: number }).status ?? 500;
  if (status < 500) return;
  const lacksBody = /^(?:POST|PATCH|PUT)$/.test(req.method ?? '') && !isObject(req.data);
  // The form parser throws plain errors.
  const isMistake = isOverValues(error) || (lacksBody && error.constructor === Error);
  if (!isMistake) return;
  const message = translate(lacksBody ? BODY : VALUE, req.i18n?.language);
  return { status: 400, response: { errors: [{ message }] } };
};
