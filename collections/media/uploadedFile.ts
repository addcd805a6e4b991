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

/** What Payload takes for a file that it should fetch (getExternalUploadSource), before any hook runs. */
function namesSource(data: Data | undefined): boolean {
  return typeof data?.filename === 'string' && typeof data.url === 'string';
}

/**
 * Judges and names a file before Payload takes it. By the time any other hook runs, Payload has deleted the file that it
 * replaces. An address in place of a file is refused: fetching it would let the server be sent into its own network.
 *
 * @throws ValidationError at the field, with nothing written
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
  // Who shows the image knows its address, whatever is in it now.
  file.name = typeof replaced === 'string' ? replaced : named(file.name, extension ?? '');
  return { ...args, ...(replaced ? { overwriteExistingFiles: true } : {}) };
};

async function storedImage(req: PayloadRequest, collection: string, id: number | string) {
  const where = { id: { equals: id } };
  return (await req.payload.db.findOne<Data & { id: string }>({ collection, req, where })) ?? undefined;
}

/** The extension of what is in a file; undefined where that is not among the types, whatever its name says. */
async function extensionOf({ data, tempFilePath }: File, types: string[]): Promise<string | undefined> {
  const found = tempFilePath ? await fileTypeFromFile(tempFilePath) : await fileTypeFromBuffer(data);
  return found && types.includes(found.mime) ? found.ext : undefined;
}

/** Payload has no field for the file, and so no label. */
const NO_IMAGE: FieldProblem = { field: 'file', label: bilingual('Αρχείο', 'File'), message: NOT_TAKEN };

/** The name as it is typed on a keyboard (a Mac takes accents apart), with the extension of what is in the file. */
function named(name: string, extension: string): string {
  const composed = name.normalize('NFC');
  const known = extension === 'jpg' ? ['jpg', 'jpeg'] : [extension];
  const own = composed.split('.').at(-1)?.toLowerCase() ?? '';
  return known.includes(own) ? composed : `${composed}.${extension}`;
}
