import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { decoded } from '../../endpoints/lists/definition/texts.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';

/** A capture that cannot be had or used. The message says what is wrong, where, and what to do. */
export class NoCapture extends OperatorError {
  override readonly name = 'NoCapture';
}

/** The file that says what a capture holds; folders that were saved by hand have none. */
export const MANIFEST = 'manifest.json';

/** What an answer is without its body. */
const HEAD = {
  url: z.string(),
  status: z.number(),
  /** As they were sent, by their names in small letters; what sets cookies is left out. */
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
};

const RESPONSE = z.object({
  ...HEAD,
  file: z.string().regex(/^[^/\\]+$/),
  /** When it was there whole. */
  time: z.string(),
  /** How many elements it has. */
  count: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});

const MEDIA = z.object({
  files: z.array(
    z.object({
      url: z.string(),
      file: z.string().regex(/^media\/[0-9a-f]{64}\.\w+$/),
      /** By its bytes. */
      type: z.string(),
      time: z.string(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
  /** What could not be had. */
  failed: z.array(z.object({ url: z.string(), reason: z.string() })),
});

const RECORD = z.object({
  ...HEAD,
  /** The name of the list's files. */
  list: z.string(),
  id: z.number(),
  /** Whether it was asked for with the last slash. */
  slash: z.boolean(),
  /** Of an answer in JSON. */
  body: z.string().optional(),
});

const ORIGIN = z.object({
  ...HEAD,
  /** The name of the list's files. */
  list: z.string(),
  origin: z.string(),
  /** Whether somebody has named it, as that of a portal. */
  isNamed: z.boolean(),
});

const SHAPE = z.object({
  version: z.literal(1),
  /** Where the lists stand. */
  from: z.string(),
  begun: z.string(),
  ended: z.string(),
  /** How often everything was asked for until two rounds were equal. */
  rounds: z.number(),
  /** The default responses that have to be there. */
  expected: z.array(z.string()),
  responses: z.array(RESPONSE),
  /** What was answered for records, where they were asked for. */
  records: z.array(RECORD).optional(),
  /** What was answered for each list without the language in its path; missing where that has none. */
  withoutLanguage: z
    .object({
      from: z.string(),
      lists: z.array(
        z.object({
          list: z.string(),
          status: z.number(),
          /** Whether it was the same list, or led to it. */
          isSame: z.boolean(),
          /** Where a redirect led to. */
          location: z.string().optional(),
        }),
      ),
    })
    .optional(),
  /** What was answered for a list to pages of other sites, where that was asked for. */
  origins: z.array(ORIGIN).optional(),
  /** Why `format=api` gave no list, where lists were asked for without it. */
  withoutFormat: z.string().optional(),
  /** Answers that may be a cache's, and those of them that could not be asked for past it. */
  caches: z
    .object({ files: z.array(z.string()), unsure: z.array(z.string()), ignoresParameters: z.boolean() })
    .optional(),
  /** Why not everything of records, paths without a language and origins was asked for. */
  notAsked: z.string().optional(),
  /** Files of orderings that were tried and not kept, since the answer was the default list. */
  leftOut: z.array(z.string()).optional(),
  /** The files behind its images, once they were asked for. */
  media: MEDIA.optional(),
});

/** What was answered for a record. */
export type ManifestRecord = z.infer<typeof RECORD>;

/** What was answered to a page of another site. */
export type ManifestOrigin = z.infer<typeof ORIGIN>;

/** One response of a capture. */
export type ManifestResponse = z.infer<typeof RESPONSE>;

/** The files behind the images of a capture. */
export type ManifestMedia = z.infer<typeof MEDIA>;

/** What a capture holds, where it comes from and when it was made. */
export type Manifest = z.infer<typeof SHAPE>;

/** Writes the manifest of a folder, in place of the one before. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = path.join(folder, MANIFEST);
  await writeFile(`${file}.unfinished`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${file}.unfinished`, file);
}

/**
 * The manifest of a folder; undefined where it has none.
 * @throws NoCapture when it cannot be read
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = path.join(folder, MANIFEST);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new NoCapture(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return SHAPE.parse(JSON.parse(text));
  } catch {
    throw new NoCapture(`${file} is no manifest of a capture, or is broken. Capture again.`);
  }
}

/** A file that is not as the manifest says. */
export interface OtherFile {
  file: string;
  what: 'is missing' | 'was changed' | 'is not in the manifest';
}

/**
 * Compares a folder with its manifest.
 * @param read what was read of the folder, by files
 */
export async function otherFiles(
  folder: string,
  manifest: Manifest,
  read: ReadonlyMap<string, Buffer>,
): Promise<OtherFile[]> {
  const files = [...manifest.responses, ...(manifest.media?.files ?? [])];
  const known = new Set(files.map(({ file }) => file));
  const lacking = manifest.expected.filter((file) => !known.has(file));
  const others: OtherFile[] = lacking.map((file) => ({ file, what: 'is missing' }));
  for (const { file, sha256 } of files) {
    const body = read.get(file) ?? (await readFile(path.join(folder, file)).catch(unlessMissing(file)));
    if (!body) others.push({ file, what: 'is missing' });
    else if (sha256Of(body) !== sha256) others.push({ file, what: 'was changed' });
  }
  for (const file of read.keys()) if (!known.has(file)) others.push({ file, what: 'is not in the manifest' });
  return others;
}

/** What is wrong with a folder that is not as its manifest says, and what to do. */
export function notAsCaptured(folder: string, others: readonly OtherFile[]) {
  const problems = others.map(({ file, what }) => `${file} ${what}`).join(', ');
  return {
    what: `${folder} is not as it was captured: ${problems}`,
    remedy: `capture it again, or, for a folder that is saved by hand, delete its ${MANIFEST}`,
  };
}

const unlessMissing = (file: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw new NoCapture(`${file} cannot be read: ${error.message}`);
};

/** SHA-256 of bytes. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What names a response of a capture. */
export interface ResponseName {
  /** The name of the list's files. */
  list: string;
  /** The value of `ordering` it was asked with; undefined for the default list. */
  ordering: string | undefined;
}

/** The name of the file that holds a response. What a file's name cannot hold is percent-encoded. */
export function captureFile(list: string | undefined, ordering?: string): string {
  if (ordering === undefined) return `${list}.json`;
  const value = /^[\w,. -]*$/.test(ordering) ? ordering : encodeURIComponent(ordering);
  return `${list}.ordering=${value}.json`;
}

/** The list and ordering a file name stands for; undefined when it is no name of a capture. */
export function captureName(file: string): ResponseName | undefined {
  const match = /^([a-z0-9-]+)(?:\.ordering=(.*))?\.json$/is.exec(decoded(file));
  if (!match?.[1]) return undefined;
  return { list: match[1], ordering: match[2] };
}

/** Whether a file seems to be meant for a list: `news_posts.json`, `News-Posts.json`, `news-posts.ordring=id.json`. */
export function isNearly(file: string, list: string): boolean {
  const [stem = ''] = decoded(file).split(/[.?]/);
  const letters = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters(stem) === letters(list);
}
