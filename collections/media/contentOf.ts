import { inflateRawSync } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type';
import type { Bilingual } from '../../src/payload/i18n/bilingual.ts';
import { isFile } from '../portal/mediaTypes.ts';
import {
  BROKEN_FILE,
  BROKEN_PDF,
  CROPPED_AVIF,
  EMPTY,
  HEIC,
  NOT_TAKEN,
  OLD_OFFICE,
  WITH_MACROS,
} from './messages.ts';
import type { FileType } from './pictures.ts';

/** The container of older Office files, and of those with a password. */
const COMPOUND = 'application/x-cfb';

/** What iPhones photograph in. */
const HEIF = /^image\/hei[cf]/;

/**
 * The parts of a file of Office or LibreOffice that run, by their names in lower case: Visual Basic, macros of Excel 4, ActiveX,
 * Basic, and scripts in Python, BeanShell, JavaScript or Java.
 */
const RUNS =
  /(?:^|\/)(?:vbaproject[^/]*\.bin|vbadata\.xml)$|(?:^|\/)(?:macrosheets|intlmacrosheets|activex)\/|^(?:basic|scripts)\//;

/** The same in the list of types of an Office file, in which a part may have any name. */
const RUNS_BY_TYPE = /vbaproject|macroenabled|macrosheet|activex/;

const CONTENT_TYPES = '[content_types].xml';
/** Real lists of types have some hundred lines. */
const MOST_TYPES = 4 * 1024 ** 2;

/** PDF ends with its table of objects, in this many bytes. */
const END_OF_PDF = 1024;

/**
 * The type of a file by its content, or why it is not taken. Its name and the type that the client says do not matter.
 * @param types the types that are taken
 */
export async function contentOf(
  bytes: Buffer,
  types: readonly string[],
): Promise<FileType | { refused: Bilingual }> {
  if (bytes.length === 0) return { refused: EMPTY };
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found || !types.includes(found.mime)) return { refused: reasonOf(found?.mime) };
  // A box that crops (ISO 14496-12, 12.1.4): Chromium crops, WebKit does not, Firefox shows nothing.
  if (found.ext === 'avif' && bytes.includes('\0\0\0\x28clap')) return { refused: CROPPED_AVIF };
  const content = { mimeType: found.mime, extension: found.ext };
  if (!isFile(content)) return content;
  if (found.ext === 'pdf') return isWholePdf(bytes) ? content : { refused: BROKEN_PDF };
  const refused = refusedOffice(bytes);
  return refused ? { refused } : content;
}

function reasonOf(mimeType = ''): Bilingual {
  if (mimeType === COMPOUND) return OLD_OFFICE;
  if (HEIF.test(mimeType)) return HEIC;
  return mimeType.includes('macroenabled') ? WITH_MACROS : NOT_TAKEN;
}

/** Payload asks for the same, in English. */
function isWholePdf(bytes: Buffer): boolean {
  const end = bytes.subarray(-END_OF_PDF);
  return bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) && end.includes('%%EOF') && end.includes('xref');
}

/** A file of Office or LibreOffice is a zip: its directory is at its end, and it has the names of its parts in the clear. */
function refusedOffice(bytes: Buffer): Bilingual | undefined {
  let isWhole = false;
  for (const { name, content, isListed } of partsOf(bytes)) {
    isWhole ||= isListed;
    if (RUNS.test(name)) return WITH_MACROS;
    if (name === CONTENT_TYPES && RUNS_BY_TYPE.test(content())) return WITH_MACROS;
  }
  return isWhole && bytes.includes(END_OF_ZIP, -MOST_COMMENT) ? undefined : BROKEN_FILE;
}

const END_OF_ZIP = 'PK\x05\x06';
/** The end of the directory may be followed by a comment (APPNOTE 4.3.16). */
const MOST_COMMENT = 22 + 65535;

/** Signatures, and where the length of the name and the name are (APPNOTE 4.3.7, 4.3.12). */
const HEADERS = [
  { signature: 'PK\x01\x02', length: 28, name: 46, isListed: true },
  { signature: 'PK\x03\x04', length: 26, name: 30, isListed: false },
] as const;

interface ZipPart {
  /** In lower case, with slashes. */
  name: string;
  /** Whether the directory names it. */
  isListed: boolean;
  /** Its text in lower case, if it is one that can be read from where it stands. */
  content(): string;
}

/** The parts that the directory of a zip names, and those that stand in it: programs read one or the other. */
function* partsOf(bytes: Buffer): Generator<ZipPart> {
  for (const header of HEADERS) {
    const { signature, isListed } = header;
    for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
      if (at + header.name > bytes.length) return;
      const from = at + header.name;
      const end = from + bytes.readUInt16LE(at + header.length);
      const name = bytes
        .toString('latin1', from, end)
        .toLowerCase()
        .replaceAll('\\', '/')
        .replace(/^\/+/, '');
      const place = at;
      yield { name, isListed, content: () => (isListed ? '' : textAt(bytes, place, end)) };
    }
  }
}

function textAt(bytes: Buffer, header: number, endOfName: number): string {
  const from = endOfName + bytes.readUInt16LE(header + 28);
  const method = bytes.readUInt16LE(header + 8);
  const size = bytes.readUInt32LE(header + 18);
  const stored = bytes.subarray(from, size > 0 ? from + size : undefined);
  if (method === 0) return stored.toString('latin1').toLowerCase();
  try {
    return inflateRawSync(stored, { maxOutputLength: MOST_TYPES }).toString('latin1').toLowerCase();
  } catch {
    // Word and Excel could not read it either.
    return '';
  }
}
