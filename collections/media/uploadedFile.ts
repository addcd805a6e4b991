import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { CollectionBeforeOperationHook, PayloadRequest } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { isBulk } from '../../src/payload/bulk/isBulk.ts';
import { Refusal } from '../../src/payload/rest/Refusal.ts';
import { authors } from '../access/index.ts';
import { type FieldProblem, fieldErrors } from '../save/fieldErrors.ts';
import { NOT_TAKEN } from './messages.ts';
import { imageProblems } from './requireImage.ts';

type File = NonNullable<PayloadRequest['file']>;
type Data = Record<string, unknown>;

interface OperationArgs {
  id?: number | string;
  data?: Data;
  overrideAccess?: boolean;
}

const ONE_BY_ONE = bilingual(
  'Ένα αρχείο αντικαθιστά μία εικόνα κάθε φορά. Ανεβάστε το στη σελίδα της.',
  'A file takes the place of one image at a time. Upload it on its page.',
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
  const stored = id === undefined ? undefined : await storedImage(req, collection.slug, id);
  const extension = await extensionOf(file, collection.upload.mimeTypes ?? []);
  const problems = [
    ...(extension === undefined ? [NO_IMAGE] : []),
    ...imageProblems({ ...data, filename: file.name }, stored),
  ];
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
  const replaced = stored?.filename;
  // A replacement keeps the name, so that the image's address does not change.
  file.name = typeof replaced === 'string' ? replaced : named(file.name, extension ?? '');
  return { ...args, ...(replaced ? { overwriteExistingFiles: true } : {}) };
};

async function storedImage(req: PayloadRequest, collection: string, id: number | string) {
  const where = { id: { equals: id } };
  return (await req.payload.db.findOne<Data & { id: string }>({ collection, req, where })) ?? undefined;
}

/** The extension by the content of a file; undefined if the type is not allowed. The name does not matter. */
async function extensionOf({ data, tempFilePath }: File, types: string[]): Promise<string | undefined> {
  const found = tempFilePath ? await fileTypeFromFile(tempFilePath) : await fileTypeFromBuffer(data);
  return found && types.includes(found.mime) ? found.ext : undefined;
}

/** The label is given here, since Payload has no field for the file. */
const NO_IMAGE: FieldProblem = { field: 'file', label: bilingual('Αρχείο', 'File'), message: NOT_TAKEN };

/** The file name in NFC (macOS decomposes accents), with the extension of the content. */
function named(name: string, extension: string): string {
  const composed = name.normalize('NFC');
  const known = extension === 'jpg' ? ['jpg', 'jpeg'] : [extension];
  const own = composed.split('.').at(-1)?.toLowerCase() ?? '';
  return known.includes(own) ? composed : `${composed}.${extension}`;
}
