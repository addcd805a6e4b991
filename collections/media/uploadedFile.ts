import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';
import { type Bilingual, bilingual } from '../../src/i18n/bilingual.ts';
import { isBulk } from '../../src/payload/bulk/isBulk.ts';
import { Refusal } from '../../src/payload/rest/Refusal.ts';
import { authors } from '../access/index.ts';
import { isFile } from '../portal/mediaTypes.ts';
import { type FieldProblem, fieldErrors } from '../save/fieldErrors.ts';
import { contentOf } from './contentOf.ts';
import { TAKES_IMAGES, takesSameType } from './messages.ts';
import { imageProblems } from './requireImage.ts';

type Data = Record<string, unknown>;

interface OperationArgs {
  id?: number | string;
  data?: Data;
  overrideAccess?: boolean;
}

const ONE_BY_ONE = bilingual(
  'Ένα αρχείο αντικαθιστά ένα κάθε φορά. Ανεβάστε το στη σελίδα εκείνου.',
  'A file takes the place of one at a time. Upload it on the page of that one.',
);

const NOT_FETCHED = bilingual(
  'Ανεβάστε το ίδιο το αρχείο. Ο διακομιστής δεν κατεβάζει αρχεία από διευθύνσεις.',
  'Upload the file itself. The server fetches no files from addresses.',
);

/** True if Payload would fetch the file from `url` (getExternalUploadSource), before any hook runs. */
function namesSource(data: Data | undefined): boolean {
  return typeof data?.filename === 'string' && typeof data.url === 'string';
}

/**
 * Checks and names an uploaded file before Payload stores it; later hooks run after Payload has deleted the replaced file.
 * A URL in place of a file is refused, since fetching it could reach the server's internal network.
 *
 * @throws ValidationError at the field, before anything is written
 */
export const takeFile: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { file } = req;
  if (!file && operation === 'create' && namesSource(req.data)) {
    throw new Refusal(req, NOT_FETCHED, 400);
  }
  if (!file || (operation !== 'create' && operation !== 'update')) return args;
  const { id, data = {}, overrideAccess } = args as OperationArgs;
  if (!overrideAccess && !(await authors({ req }))) return args;
  if (isBulk(operation, args)) {
    throw new Refusal(req, ONE_BY_ONE, 400);
  }
  const stored = id === undefined ? undefined : await storedDocument(req, collection.slug, id);
  const content = await contentOf(file, collection.upload.mimeTypes ?? []);
  const refused = 'refused' in content ? content.refused : stored && misplaced(content.mimeType, stored);
  const problems = [
    ...(refused ? [atFile(refused)] : []),
    ...imageProblems({ ...data, filename: file.name }, stored),
  ];
  if (problems.length > 0 || 'refused' in content) throw fieldErrors(req, collection, problems);
  const replaced = stored?.filename;
  // A replacement keeps the name, so that its address does not change.
  file.name = typeof replaced === 'string' ? replaced : named(file.name, content.extension);
  // Payload stores what the client says of it.
  file.mimetype = content.mimeType;
  return { ...args, ...(replaced ? { overwriteExistingFiles: true } : {}) };
};

async function storedDocument(req: PayloadRequest, collection: string, id: number | string) {
  const where = { id: { equals: id } };
  return (await req.payload.db.findOne<Data & { id: string }>({ collection, req, where })) ?? undefined;
}

/**
 * Why a file of a type cannot take the place of what is there. An image may be shown where only images can be; the address of any
 * other file ends with its type, and so does the name that it is downloaded with.
 */
function misplaced(mimeType: string, stored: Data): Bilingual | undefined {
  if (!isFile(stored)) return isFile({ mimeType }) ? TAKES_IMAGES : undefined;
  if (stored.mimeType === mimeType) return undefined;
  return takesSameType(String(stored.filename).split('.').at(-1)?.toUpperCase() ?? '');
}

/** The label is given here, since Payload has no field for the file. */
function atFile(message: Bilingual): FieldProblem {
  return { field: 'file', label: bilingual('Αρχείο', 'File'), message };
}

/** The file name in NFC (macOS decomposes accents), with the extension of the content. */
function named(name: string, extension: string): string {
  const composed = name.normalize('NFC');
  const known = extension === 'jpg' ? ['jpg', 'jpeg'] : [extension];
  const own = composed.split('.').at(-1)?.toLowerCase() ?? '';
  return known.includes(own) ? composed : `${composed}.${extension}`;
}
