import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ElementSlice, elementSlices, NotAnArray } from './elementSlices.ts';
import {
  captureFile,
  captureName,
  isNearly,
  MANIFEST,
  type Manifest,
  NoCapture,
  notAsCaptured,
  type OtherFile,
  otherFiles,
  readManifest,
} from './manifest.ts';

/** One saved response of the legacy system. */
export interface CapturedResponse {
  /** The list's key, e.g. `news-posts`. */
  list: string;
  /** The value of `ordering` it was asked with; undefined for the default list. */
  ordering: string | undefined;
  /** The file it was read from, without its folder. */
  file: string;
  body: Buffer;
  /** Where its elements stand in `body`. */
  slices: ElementSlice[];
}

/** A file of the folder that could not be read as a list; nothing is concluded from it. */
interface UnreadableFile {
  list: string;
  ordering: string | undefined;
  file: string;
  /** What is wrong and where, in a sentence. */
  reason: string;
}

/** A file that is named nearly as the captures of a list are; nothing is read from it. */
export interface MisnamedFile {
  list: string;
  file: string;
  /** What the default response of the list should be named. */
  expected: string;
}

/** Names of captures by the keys of lists. */
export type CaptureNames = Readonly<Record<string, string>>;

/** What a folder of captures holds. */
export interface Capture {
  folder: string;
  responses: CapturedResponse[];
  unreadable: UnreadableFile[];
  /** Names of the default responses that the folder lacks, by the keys of their lists. */
  missing: Record<string, string>;
  misnamed: MisnamedFile[];
  /** Other JSON files: of lists that this project does not have, or no captures at all. */
  unknown: string[];
  /** Undefined for a folder that was saved by hand. */
  manifest: Manifest | undefined;
  /** When the legacy system gave the last of it, as the manifest says; a folder that was saved by hand has none. */
  capturedAt?: string;
  /** Files that are not as the manifest says, with the list that they are of. */
  others: (OtherFile & { list: string | undefined })[];
}

/**
 * Reads a folder of captures: `RESOURCE.json` is the default response of a list, `RESOURCE.ordering=VALUE.json` the
 * one to `?ordering=VALUE`. Names may be percent-encoded, as some tools save them. A folder with a manifest is
 * compared with that.
 *
 * A file that is cut off or no array never counts as an empty list: it comes back among `unreadable`.
 * @throws NoCapture when the folder cannot be read, is not as it was captured, or holds nothing of these lists.
 */
export async function readCapture(...where: Parameters<typeof lookAtCapture>): Promise<Capture> {
  const capture = await lookAtCapture(...where);
  if (capture.others.length === 0) return capture;
  const { what, remedy } = notAsCaptured(capture.folder, capture.others);
  throw new NoCapture(`${what}; ${remedy}.`);
}

/**
 * The same, of a folder that need not be as it was captured.
 * @param keys of the lists to look for
 * @param names by which the files of lists are named, by their keys; the others have their key for one
 * @throws NoCapture when the folder cannot be read, or holds nothing of these lists.
 */
export async function lookAtCapture(
  folder: string,
  keys: readonly string[],
  names: CaptureNames = {},
): Promise<Capture> {
  const files = await jsonFiles(folder);
  const manifest = await readManifest(folder);
  const nothing = { responses: [], unreadable: [], missing: {}, misnamed: [], unknown: [], others: [] };
  const capture: Capture = { folder, manifest, ...nothing };
  const keyOf = new Map(keys.map((key) => [names[key] ?? key, key]));
  const read = new Map<string, Buffer>();
  for (const file of files) {
    const name = captureName(file);
    const list = name && keyOf.get(name.list);
    if (!name || list === undefined) {
      const meant = [...keyOf].find(([expected]) => isNearly(file, expected));
      if (meant) capture.misnamed.push({ list: meant[1], file, expected: captureFile(meant[0]) });
      else capture.unknown.push(file);
      continue;
    }
    const named = { ...name, list };
    try {
      const body = await readFile(path.join(folder, file));
      read.set(file, body);
      capture.responses.push({ ...named, file, body, slices: elementSlices(body) });
    } catch (error) {
      if (!(error instanceof NotAnArray) && !isSystemError(error)) throw error;
      capture.unreadable.push({ ...named, file, reason: error.message });
    }
  }
  const found = [...capture.responses, ...capture.unreadable];
  const twice = firstDouble(found);
  if (twice) throw new NoCapture(`${folder}: ${twice.join(' and ')} are captures of the same request`);
  if (found.length === 0) {
    const [expected] = keyOf.keys();
    throw new NoCapture(
      `${folder} holds no capture: files named like ${captureFile(expected)} or ${captureFile(expected, 'id')} were expected`,
    );
  }
  if (manifest) {
    const others = await otherFiles(folder, manifest, read);
    const listOf = (file: string) => keyOf.get(captureName(file)?.list ?? '');
    capture.others = others.map((each) => ({ ...each, list: listOf(each.file) }));
    const times = manifest.responses.map(({ time }) => time).sort();
    capture.capturedAt = times.at(-1) ?? manifest.ended;
  }
  for (const [name, key] of keyOf) {
    if (found.some(({ list, ordering }) => list === key && ordering === undefined)) continue;
    capture.missing[key] = captureFile(name);
  }
  return capture;
}

async function jsonFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const files = entries.filter(
      (entry) => !entry.isDirectory() && /\.json$/i.test(entry.name) && entry.name !== MANIFEST,
    );
    return files.map((entry) => entry.name).sort();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const hint = folder.includes(':') ? ' An address begins with http:// or https://.' : '';
    throw new NoCapture(`The folder ${folder} cannot be read: ${error.message}.${hint}`);
  }
}

function firstDouble(
  named: { list: string; ordering: string | undefined; file: string }[],
): string[] | undefined {
  const seen = new Map<string, string>();
  for (const { list, ordering, file } of named) {
    const request = JSON.stringify([list, ordering]);
    const other = seen.get(request);
    if (other !== undefined) return [other, file];
    seen.set(request, file);
  }
  return undefined;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** The default response of a list, if the capture has it. */
export function defaultResponse<Response extends Pick<CapturedResponse, 'list' | 'ordering'>>(
  capture: { responses: readonly Response[] },
  list: string,
): Response | undefined {
  return capture.responses.find((response) => response.list === list && response.ordering === undefined);
}

/** What a capture has of some lists, by their keys. */
export function ofLists(capture: Capture, keys: readonly string[]): Capture {
  const isAsked = ({ list }: { list: string | undefined }) => list === undefined || keys.includes(list);
  return {
    ...capture,
    responses: capture.responses.filter(isAsked),
    unreadable: capture.unreadable.filter(isAsked),
    misnamed: capture.misnamed.filter(isAsked),
    others: capture.others.filter(isAsked),
    missing: Object.fromEntries(Object.entries(capture.missing).filter(([list]) => keys.includes(list))),
  };
}

/** The bytes of one element. */
export function elementBytes(response: CapturedResponse, index: number): Buffer {
  const slice = response.slices[index];
  if (!slice) throw new RangeError(`${response.file} has no element ${index}`);
  return response.body.subarray(slice.start, slice.end);
}
