import type { PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { claim, release } from '../../src/database/counter.ts';
import { sqlDatabase } from '../../src/database/sqlDatabase.ts';
import { whereFile } from '../access/imageFiles.ts';

/** Milliseconds after which a name is free again whose save was killed. */
const LEASE = 60 * 60 * 1000;

/** File systems take 255 bytes, of which some are for a number and the name of a size. */
const MOST_BYTES = 200;

/** After so many numbers in a row, random ones are tried: a pasted screenshot is always `image.png`. */
const NUMBERED = 20;

/** Control characters, marks of direction and other invisible ones, and separators of lines. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** What file systems and addresses do not take. */
const UNUSABLE = /[<>:"|?*#%\\/]+/g;

/** Names of devices on Windows, with which a download cannot be saved. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The name of a file in two parts. */
export interface FileName {
  stem: string;
  /** Without the dot. */
  extension: string;
}

/**
 * The name under which a file is kept and served, from the one that it was sent with: in NFC (macOS decomposes accents), without
 * what is invisible or leads elsewhere, and with the extension of its content.
 * @param extension that of the content
 */
export function readableName(sent: string, extension: string): FileName {
  const last = sent.split(/[\\/]/).at(-1) ?? '';
  const visible = last.normalize('NFC').replace(INVISIBLE, '').replace(UNUSABLE, '-');
  const known = extension === 'jpg' ? ['jpg', 'jpeg'] : [extension];
  const own = visible.split('.').at(-1) ?? '';
  const hasOwn = visible.includes('.') && known.includes(own.toLowerCase());
  const stem = trimmed(hasOwn ? visible.slice(0, -own.length - 1) : visible);
  const named = stem === '' ? 'file' : stem;
  return { stem: DEVICE.test(named) ? `_${named}` : named, extension: hasOwn ? own : extension };
}

function trimmed(stem: string): string {
  // One that begins with a dot would be hidden, and Windows takes no dot at the end.
  const plain = stem.replace(/\s+/g, ' ').replace(/^[. ]+/, '');
  let short = '';
  for (const character of plain) {
    if (Buffer.byteLength(short + character) > MOST_BYTES) break;
    short += character;
  }
  return withoutEnd(short);
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '.' || text[end - 1] === ' ')) end--;
  return text.slice(0, end);
}

/**
 * Claims a name for a new file: first in the database, in one step, so that nobody else gets it in any process; then it is seen whether
 * a document has it.
 * @param claimed gets the key of the claim
 * @returns the wanted name, or that with a number
 */
export async function claimName(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  wanted: FileName,
  claimed: string[],
): Promise<string> {
  for (let tries = 0; ; tries++) {
    const name = numbered(wanted, tries);
    const key = `file:${name}`;
    if (!(await claim(req, key, LEASE))) continue;
    claimed.push(key);
    // MongoDB's transaction would not see what others have saved since it began.
    const own = sqlDatabase(req.payload) ? { req } : {};
    const where = whereFile(collection, name);
    if (!(await req.payload.db.findOne({ collection: collection.slug, where, ...own }))) return name;
    claimed.pop();
    await release(req.payload, [key], req);
  }
}

function numbered({ stem, extension }: FileName, tries: number): string {
  if (tries === 0) return `${stem}.${extension}`;
  const number = tries > NUMBERED ? Math.floor(Math.random() * 1e9) : tries;
  return `${stem}-${number}.${extension}`;
}
