import type { PayloadRequest, SanitizedCollectionConfig, SharpDependency } from 'payload';
import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';
import type { StoredFiles } from '../access/imageFiles.ts';
import { IMAGE_TYPES, isFile } from '../portal/mediaTypes.ts';
import { fieldErrors } from '../save/fieldErrors.ts';
import { contentOf } from './contentOf.ts';
import { imageProblems } from './Media.ts';
import { NOT_WHOLE, TAKES_IMAGES, takesSameType } from './messages.ts';
import { withoutMetadata } from './metadata.ts';
import {
  type Crop,
  cropped,
  examined,
  type FileType,
  type Picture,
  type SizedPicture,
  sized,
} from './pictures.ts';

type Data = Record<string, unknown>;

/** A file to be stored. */
export interface Upload {
  bytes: Buffer;
  name: string;
  /** The document whose file it takes the place of. */
  stored: (Data & StoredFiles) | undefined;
  /** It comes from an editor; others are already here, or are kept as the legacy system had them. */
  isSent: boolean;
}

export interface Edits {
  crop?: Crop;
  focal?: { focalX: number; focalY: number };
}

export interface FileOfSave {
  req: PayloadRequest;
  collection: SanitizedCollectionConfig;
  data: Data;
  edits: Edits;
  upload: Upload;
}

interface CheckedFile extends FileType {
  bytes: Buffer;
  /** Undefined for another file. */
  picture: Picture | undefined;
  sizes: SizedPicture[];
}

/** @throws ValidationError that names everything that is wrong with the file and its description */
export async function checkedFile({
  req,
  collection,
  data,
  edits,
  upload,
}: FileOfSave): Promise<CheckedFile> {
  const { name, stored, isSent } = upload;
  const { sharp } = req.payload.config;
  const read = await readFileOf(upload, collection.upload.mimeTypes ?? [], sharp);
  const refused = 'refused' in read ? read.refused : stored && misplaced(read.mimeType, stored);
  const problems = [
    // The label is given here, since Payload has no field for the file.
    ...(refused ? [{ field: 'file', label: bilingual('Αρχείο', 'File'), message: refused }] : []),
    ...(isSent ? imageProblems({ ...data, filename: name }, stored) : []),
  ];
  if (problems.length > 0 || 'refused' in read) throw fieldErrors(req, collection, problems);
  if (!sharp || !read.picture) return { ...read, sizes: [] };
  const made = edits.crop ? await cut(sharp, read, edits.crop) : read;
  const { bytes, picture } = made;
  const sizes = picture ? await sized(sharp, bytes, picture, made, collection.upload.imageSizes ?? []) : [];
  return { ...made, sizes };
}

type Read = Omit<CheckedFile, 'sizes'>;

async function readFileOf(
  { bytes, isSent }: Upload,
  types: readonly string[],
  sharp: SharpDependency | undefined,
): Promise<Read | { refused: Bilingual }> {
  const content = await contentOf(bytes, types);
  if ('refused' in content) return content;
  if (!IMAGE_TYPES.includes(content.mimeType)) return { ...content, bytes, picture: undefined };
  const picture = await examined(sharp, bytes);
  if ('refused' in picture) return picture;
  const kept = isSent ? await withoutMetadata(sharp, bytes, content.mimeType) : bytes;
  return kept ? { ...content, bytes: kept, picture } : { refused: NOT_WHOLE };
}

async function cut(sharp: SharpDependency, read: Read, crop: Crop): Promise<Read> {
  if (!read.picture) return read;
  const bytes = await cropped(sharp, read.bytes, read.picture, crop);
  const picture = await examined(sharp, bytes);
  return 'refused' in picture ? read : { ...read, bytes, picture };
}

/**
 * Why a file of this type can't take the place of the stored one. A browser shows any image for what it is, whatever its name; any
 * other file ends with its type, and so does the name that it is downloaded with.
 */
function misplaced(mimeType: string, stored: Data): Bilingual | undefined {
  if (!isFile(stored)) return isFile({ mimeType }) ? TAKES_IMAGES : undefined;
  if (stored.mimeType === mimeType) return undefined;
  return takesSameType(String(stored.filename).split('.').at(-1)?.toUpperCase() ?? '');
}
