import { type AfterErrorHook, APIError } from 'payload';
import { bilingual, speak } from '../../i18n/bilingual.ts';

const BODY = bilingual(
  'Το σώμα του αιτήματος πρέπει να είναι ένα αντικείμενο JSON, ή φόρμα (multipart/form-data) που το έχει στο «_payload».',
  'The body must be a JSON object, or a form (multipart/form-data) that holds one in "_payload".',
);
const VALUE = bilingual(
  'Μια παράμετρος ή μια τιμή του αιτήματος δεν είναι του είδους που χρειάζεται εδώ.',
  'A parameter or a value of the request is not of the kind that is needed here.',
);

/** What is thrown over a value of another kind: by JavaScript, by Mongoose, and by MongoDB's driver. */
const KINDS =
  /^(?:TypeError|RangeError|SyntaxError|CastError|ValidationError|ObjectParameterError|BSON\w*Error)$/;
/** SQLite's own: a query that makes no sense, a value or a reference that does not fit. Not: busy, full, not readable. */
const SQLITE = /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;
/** MongoDB's own, by number: BadValue, FailedToParse, TypeMismatch, and operators that it does not know or take. */
const MONGODB = new Set([2, 9, 14, 51, 168, 31249, 40352, 51091, 51108, 51246]);
/** SQLite's driver and Mongoose say it with a plain Error. */
const PLAIN = /^(?:SQLite3 can only bind |Can't use \$)/;

/** Whether this is thrown over what a client has sent, and not over a database that is away or a disk that is full. */
export function isOverValues(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, status } = error as { name: string; code?: unknown; status?: unknown };
  if (KINDS.test(name) || PLAIN.test(error.message)) return true;
  if (typeof code === 'string' ? SQLITE.test(code) : MONGODB.has(Number(code))) return true;
  // Payload throws this one itself, of a request that it has no better word for.
  if (error.constructor === APIError && status === 500) return true;
  return isOverValues(error.cause);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Answers 400 with a reason where Payload, its database or its reader of forms fails over what a client has sent: each of
 * them expects bodies and values of the kinds that the admin sends, and Payload 3.90 answers 500 to any other. The log has
 * what was thrown.
 *
 * Depends on it: logs and alarms that tell mistakes of clients from failures.
 */
export const explainMistakes: AfterErrorHook = ({ error, req }) => {
  const status = (error as { status?: number }).status ?? 500;
  if (status < 500) return;
  const lacksBody = /^(?:POST|PATCH|PUT)$/.test(req.method ?? '') && !isObject(req.data);
  // The reader of forms throws plain errors.
  const isMistake = isOverValues(error) || (lacksBody && error.constructor === Error);
  if (!isMistake) return;
  const message = speak(lacksBody ? BODY : VALUE, req.i18n?.language);
  return { status: 400, response: { errors: [{ message }] } };
};
