import { setTimeout } from 'node:timers/promises';
import type { BasePayload, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { claim, release } from '../../src/database/counter.ts';
import { sqlDatabase } from '../../src/database/sqlDatabase.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { imageStore, whereFile } from '../access/imageFiles.ts';
import { BEING_REPLACED } from './messages.ts';

/** Milliseconds after which a name is free again whose save was killed: of a new file, and of one that is replaced. */
const LEASE = { fresh: 60 * 60 * 1000, replaced: 60 * 1000 };

/** Milliseconds that a save waits for another one that replaces the same file, and between two looks. */
const [TIMEOUT, POLL] = [10_000, 50];

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

interface ClaimOptions {
  req: PayloadRequest;
  collection: SanitizedCollectionConfig;
  /** Whether a file that no document has is overwritten: one that a killed import has left. */
  overwrites: boolean;
}

/** The names that one save has claimed, which nobody else gets until they are released, in any process. */
export class ClaimedNames {
  readonly names: string[] = [];
  readonly #claiming: ClaimOptions;

  constructor(claiming: ClaimOptions) {
    this.#claiming = claiming;
  }

  /**
   * Claims a name for a new file: first in the database, in one step; then it is seen whether a document has it.
   * @returns the wanted name, or that with a number
   */
  async fresh(wanted: FileName): Promise<string> {
    const { req } = this.#claiming;
    for (let tries = 0; ; tries++) {
      const name = numbered(wanted, tries);
      if (!(await claim(req, keyOf(name), LEASE.fresh))) continue;
      this.names.push(name);
      if (!(await this.#isTaken(name))) return name;
      this.names.pop();
      await release(req.payload, [keyOf(name)], req);
    }
  }

  /**
   * Claims the name of a file that is to be replaced, once whoever is replacing it has ended. So the bytes in the folder are always
   * those of the last save.
   * @throws Refusal if that takes too long
   */
  async ofReplaced(name: string): Promise<void> {
    const { req } = this.#claiming;
    for (const until = Date.now() + TIMEOUT; ; await setTimeout(POLL)) {
      if (await claim(req, keyOf(name), LEASE.replaced)) break;
      if (Date.now() > until) throw new Refusal(req, BEING_REPLACED, 409);
    }
    this.names.push(name);
  }

  async #isTaken(name: string): Promise<boolean> {
    const { req, collection, overwrites } = this.#claiming;
    // MongoDB's transaction would not see what others have saved since it began.
    const own = sqlDatabase(req.payload) ? { req } : {};
    const where = whereFile(collection, name);
    if (await req.payload.db.findOne({ collection: collection.slug, where, ...own })) return true;
    return !overwrites && (await imageStore(req.payload).has(name));
  }
}

function numbered({ stem, extension }: FileName, tries: number): string {
  if (tries === 0) return `${stem}.${extension}`;
  const number = tries > NUMBERED ? Math.floor(Math.random() * 1e9) : tries;
  return `${stem}-${number}.${extension}`;
}

/** Gives claimed names back: documents have them by now, or nobody will. @param req while its transaction is open */
export async function releaseNames(
  payload: BasePayload,
  names: readonly string[],
  req?: PayloadRequest,
): Promise<void> {
  if (names.length > 0) await release(payload, names.map(keyOf), req);
}

const keyOf = (name: string) => `file:${name}`;
