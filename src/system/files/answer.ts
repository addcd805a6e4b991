import type { Readable } from 'node:stream';
import type { FileHead, Files, Part } from './Files.ts';

/** Headers with which a client asks about a file, so that it is looked for before it is read. */
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range'];

type HeaderOf = (name: string) => string | null | undefined;

/** How a file is sent, whatever the server. */
interface FileAnswer {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Record<string, string>;
  body?: Readable;
}

/**
 * Answers a request for a file with an entity tag, conditions (RFC 9110, 13) and one part (14.2).
 * @param headers what else is said of the file
 * @returns undefined if it is not there
 */
export async function answerWithFile(
  files: Files,
  path: string,
  {
    method,
    headerOf,
    headers: said,
  }: { method: string; headerOf: HeaderOf; headers: Record<string, string> },
): Promise<FileAnswer | undefined> {
  const isAsked = method === 'HEAD' || CONDITIONS.some((name) => headerOf(name) != null);
  const found = isAsked ? await files.head(path) : await files.open(path);
  if (!found) return undefined;
  const { bytes, entityTag, modified } = found;
  const own = { 'Accept-Ranges': 'bytes', ETag: entityTag, 'Last-Modified': modified.toUTCString() };
  const whole = { ...said, ...own, 'Content-Length': String(bytes) };
  if ('body' in found) return { status: 200, headers: whole, body: found.body as Readable };
  if (isAnother(headerOf, found)) return { status: 412, headers: {} };
  if (isKnown(headerOf, found)) {
    const { 'Cache-Control': cached } = said;
    return { status: 304, headers: { ...own, ...(cached !== undefined && { 'Cache-Control': cached }) } };
  }
  if (method === 'HEAD') return { status: 200, headers: whole };
  const part = partOf(headerOf, found);
  if (part === 'none') return { status: 416, headers: { 'Content-Range': `bytes */${bytes}` } };
  const opened = await files.open(path, part);
  if (!opened) return undefined;
  if (!part) return { status: 200, headers: whole, body: opened.body };
  const ofPart = {
    'Content-Length': String(part.end - part.start + 1),
    'Content-Range': `bytes ${part.start}-${part.end}/${bytes}`,
  };
  return { status: 206, headers: { ...whole, ...ofPart }, body: opened.body };
}

const seconds = (time: number) => Math.floor(time / 1000);

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim());

/** Whether `If-Match`, or without it `If-Unmodified-Since`, asks for another file than this (RFC 9110, 13.2.2). */
function isAnother(headerOf: HeaderOf, { entityTag, modified }: FileHead): boolean {
  const wanted = headerOf('if-match');
  if (wanted != null) return wanted.trim() !== '*' && !tagsOf(wanted).includes(entityTag);
  return seconds(modified.getTime()) > seconds(Date.parse(headerOf('if-unmodified-since') ?? ''));
}

/** Whether the client has this file, by `If-None-Match`, or without it by `If-Modified-Since`. */
function isKnown(headerOf: HeaderOf, { entityTag, modified }: FileHead): boolean {
  const tags = headerOf('if-none-match');
  if (tags == null)
    return seconds(modified.getTime()) <= seconds(Date.parse(headerOf('if-modified-since') ?? ''));
  // The comparison is weak: a proxy that compresses may have added W/.
  return tags.trim() === '*' || tagsOf(tags).some((tag) => tag.replace(/^W\//, '') === entityTag);
}

/** The one part that is wanted of this file: undefined for all of it, `none` if it has no such part. */
function partOf(headerOf: HeaderOf, { bytes, entityTag, modified }: FileHead): Part | 'none' | undefined {
  const condition = headerOf('if-range');
  const isOfThis = condition == null || condition === entityTag || condition === modified.toUTCString();
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec((isOfThis && headerOf('range')) || '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start <= end ? { start, end } : 'none';
}
