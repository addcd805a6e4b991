import { readFile } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { PayloadRequest } from 'payload';
import type { Bilingual } from '../../src/i18n/bilingual.ts';
import { isFile } from '../portal/mediaTypes.ts';
import { BROKEN_PDF, NOT_TAKEN, OLD_OFFICE, WITH_MACROS } from './messages.ts';

type File = NonNullable<PayloadRequest['file']>;

/** What a file is by its content. */
interface Content {
  mimeType: string;
  extension: string;
}

/** The container of older Office files, and of those with a password. */
const COMPOUND = 'application/x-cfb';

/** Names of parts with macros: of Office, of Excel 4, of LibreOffice. A zip has the names of its parts in the clear. */
const MACROS = ['vbaProject.bin', 'xl/macrosheets/', 'Basic/script-lc.xml'];

/** PDF ends with its table of objects, in this many bytes. */
const END_OF_PDF = 1024;

/**
 * The type of a file by its content, or why it is not taken. Its name and the type that the client says do not matter.
 * @param types the types that are taken
 */
export async function contentOf(
  { data, tempFilePath }: File,
  types: readonly string[],
): Promise<Content | { refused: Bilingual }> {
  const found = tempFilePath ? await fileTypeFromFile(tempFilePath) : await fileTypeFromBuffer(data);
  if (!found || !types.includes(found.mime)) return { refused: reasonOf(found?.mime) };
  const content = { mimeType: found.mime, extension: found.ext };
  if (!isFile(content)) return content;
  const bytes = tempFilePath ? await readFile(tempFilePath) : data;
  if (found.ext === 'pdf') return isWholePdf(bytes) ? content : { refused: BROKEN_PDF };
  return MACROS.some((name) => bytes.includes(name)) ? { refused: WITH_MACROS } : content;
}

function reasonOf(mimeType: string | undefined): Bilingual {
  if (mimeType === COMPOUND) return OLD_OFFICE;
  return mimeType?.includes('macroenabled') ? WITH_MACROS : NOT_TAKEN;
}

/** Payload asks for the same, in English. */
function isWholePdf(bytes: Buffer): boolean {
  const end = bytes.subarray(-END_OF_PDF);
  return bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) && end.includes('%%EOF') && end.includes('xref');
}
