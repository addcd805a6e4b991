import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { CollectionBeforeOperationHook, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { isBulk } from '../../src/payload/bulk.ts';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { readWhole } from '../../src/system/files/index.ts';
import { filesOf, imageStore, type StoredFiles } from '../access/imageFiles.ts';
import { may } from '../policies/may.ts';
import { saveContextOf } from '../save/saveContext.ts';
import { checkedFile, type Edits, type FileOfSave, type Upload } from './checkedFile.ts';
import { claimName, type FileName, readableName } from './fileNames.ts';
import { FILE_GONE } from './messages.ts';
import { noteNewFiles } from './storedFiles.ts';

type Data = Record<string, unknown>;
type Id = number | string;

interface OperationArgs {
  id?: Id;
  data?: Data;
  overrideAccess?: boolean;
  duplicateFromID?: Id | null;
  collection: { config: SanitizedCollectionConfig };
}

/** What a document says of its file. Only an upload writes it. */
const OF_FILE = [
  ...['file_key', 'filename', 'filesize', 'focalX', 'focalY', 'height', 'mimeType', 'prefix', 'sizes'],
  ...['thumbnailURL', 'url', 'width'],
];

/** In the context of an update: the file that is there is read again. */
const READ_AGAIN = 'portalReadFileAgain';

/** The context of an update that reads the file again, for sizes that it does not have yet. */
export const readingAgain = (): Record<string, unknown> => ({ [READ_AGAIN]: true });

export const isReadAgain = ({ context }: Pick<PayloadRequest, 'context'>) => context[READ_AGAIN] === true;

const ONE_BY_ONE = bilingual(
  'Ένα αρχείο αντικαθιστά ένα κάθε φορά. Ανεβάστε το στη σελίδα εκείνου.',
  'A file takes the place of one at a time. Upload it on the page of that one.',
);

const NOT_FETCHED = bilingual(
  'Ανεβάστε το ίδιο το αρχείο. Ο διακομιστής δεν κατεβάζει αρχεία από διευθύνσεις.',
  'Upload the file itself. The server fetches no files from addresses.',
);

/**
 * Takes an uploaded file in place of Payload: checks it, names it, makes its sizes and writes them, beside what the document has until
 * the save is committed ({@link removeReplaced}). Payload 3.90 would write under a name that it has looked for and not claimed,
 * delete a replaced file before the save is checked, encode WebP and GIF anew, and overlook the turn of photographs.
 *
 * @throws ValidationError at the field
 */
export const takeFile: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  if (operation !== 'create' && operation !== 'update' && operation !== 'delete') return args;
  const given = args as unknown as OperationArgs;
  const { file } = req;
  const { filename, url } = req.data ?? {};
  if (!file && operation === 'create' && typeof filename === 'string' && typeof url === 'string')
    throw new Refusal(req, NOT_FETCHED, 400);
  // Without `upload`, Payload leaves files alone.
  const config = { ...given.collection.config, upload: false };
  const isRecord = Object.prototype.toString.call(given.data) === '[object Object]';
  const data = isRecord ? withoutFile(given.data as Data) : given.data;
  const collectionOfArgs = { ...given.collection, config };
  const taken = { ...args, collection: collectionOfArgs, ...(data && { data }) } as unknown as typeof args;
  if (operation === 'delete' || (!given.overrideAccess && !(await may.addFile(req)))) return taken;
  if (isBulk(operation, args)) {
    if (file) throw new Refusal(req, ONE_BY_ONE, 400);
    return taken;
  }
  const edits = editsOf(req);
  const upload = await sourceOf(req, collection, given, edits.crop !== undefined);
  if (!upload) return edits.focal ? { ...taken, data: { ...data, ...edits.focal } } : taken;
  const values = await store({ req, collection, data: data ?? {}, edits, upload });
  return { ...taken, data: { ...data, ...values } };
};

/** What an editor has done to a picture in Payload's dialog, from the query. */
function editsOf({ query }: PayloadRequest): Edits {
  const { crop, focalPoint, heightInPixels, widthInPixels } = (query?.uploadEdits ?? {}) as Record<
    string,
    Data
  >;
  const [x, y, width, height] = [crop?.x, crop?.y, widthInPixels, heightInPixels].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const [focalX, focalY] = [Number(focalPoint?.x), Number(focalPoint?.y)];
  const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
  return {
    ...(x >= 0 && y >= 0 && width >= 1 && height >= 1 && { crop: { x, y, width, height } }),
    ...(Number.isFinite(focalX + focalY) && { focal: { focalX: percent(focalX), focalY: percent(focalY) } }),
  };
}

function withoutFile(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !OF_FILE.includes(name)));
}

async function sourceOf(
  req: PayloadRequest,
  { slug }: SanitizedCollectionConfig,
  { id, duplicateFromID }: OperationArgs,
  isCropped: boolean,
): Promise<Upload | undefined> {
  const stored = id === undefined ? undefined : await storedDocument(req, slug, id);
  const { file } = req;
  if (file && !duplicateFromID) {
    const isSent = saveContextOf(req, slug, id).source === undefined;
    return { bytes: await bytesOf(file), name: file.name, stored, isSent };
  }
  const isWanted = duplicateFromID || isCropped || isReadAgain(req);
  const source = duplicateFromID ? await storedDocument(req, slug, duplicateFromID) : stored;
  const [there] = filesOf(source ?? {});
  if (!isWanted || !source?.filename || !there) return undefined;
  const bytes = await readWhole(imageStore(req.payload), there.path);
  if (!bytes) throw new Refusal(req, FILE_GONE, 400);
  return { bytes, name: there.name, stored, isSent: false };
}

async function storedDocument(
  req: PayloadRequest,
  collection: string,
  id: Id,
): Promise<(Data & StoredFiles) | undefined> {
  const where = { id: { equals: id } };
  return (await req.payload.db.findOne({ collection, req, where })) ?? undefined;
}

/** The bytes of an uploaded file, which a host may have Payload keep in a temporary file. */
async function bytesOf({ data, tempFilePath }: NonNullable<PayloadRequest['file']>): Promise<Buffer> {
  if (!tempFilePath) return data;
  const bytes = await readFile(tempFilePath);
  await rm(tempFilePath, { force: true });
  return bytes;
}

/** Checks a file and writes it with its sizes, under a key that was never used. @returns what the document says of it */
async function store({ req, collection, data, edits, upload }: FileOfSave): Promise<Data> {
  const { mimeType, extension, bytes, picture, sizes } = await checkedFile({
    req,
    collection,
    data,
    edits,
    upload,
  });
  const { stored } = upload;
  const key = randomUUID();
  const { claimed, paths } = noteNewFiles(req, key);
  const write = async (name: string, content: Buffer) => {
    const path = `${key}/${name}`;
    paths.push(path);
    await imageStore(req.payload).write(path, content);
  };
  const nameOf = (wanted: FileName) => claimName(req, collection, wanted, claimed);
  // A replacement keeps the name, so that its address does not change.
  const filename = stored?.filename || (await nameOf(readableName(upload.name, extension)));
  await write(filename, bytes);
  const ofSizes: Record<string, Data> = {};
  for (const { name: size } of collection.upload.imageSizes ?? []) {
    const made = sizes.find((each) => each.size === size);
    const stem = `${filename.replace(/\.[^.]*$/, '')}-${size}`;
    const name =
      made && (stored?.sizes?.[size]?.filename || (await nameOf({ stem, extension: made.extension })));
    if (name) await write(name, made.bytes);
    ofSizes[size] = {
      filename: name ?? null,
      filesize: made?.bytes.length ?? null,
      mimeType: made?.mimeType ?? null,
      width: made?.width ?? null,
      height: made?.height ?? null,
      url: null,
    };
  }
  // For hooks of a host that keep files elsewhere.
  req.file = { data: bytes, mimetype: mimeType, name: filename, size: bytes.length };
  return {
    filename,
    file_key: key,
    mimeType,
    filesize: bytes.length,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    ...(Object.keys(ofSizes).length > 0 && { sizes: ofSizes }),
    ...(picture && !isReadAgain(req) && { focalX: 50, focalY: 50 }),
    ...edits.focal,
  };
}
