import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ElementSlice, elementSlices, NotAnArray } from './elementSlices.ts';
import { MANIFEST, readManifest, refuseOtherFiles } from './manifest.ts';
import { NoCapture } from './NoCapture.ts';
import { captureFile, captureName, isNearly } from './names.ts';

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
export interface UnreadableFile {
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
  responses: CapturedResponse[];
  unreadable: UnreadableFile[];
  /** Names of the default responses that the folder lacks, by the keys of their lists. */
  missing: Record<string, string>;
  misnamed: MisnamedFile[];
  /** Other JSON files: of lists that this project does not have, or no captures at all. */
  unknown: string[];
  /** When the legacy system gave the last of it, as the manifest says; a folder that was saved by hand has none. */
  capturedAt?: string;
}

/**
 * Reads a folder of captures: `RESOURCE.json` is the default response of a list, `RESOURCE.ordering=VALUE.json` the
 * one to `?ordering=VALUE`. Names may be percent-encoded, as some tools save them. A folder with a manifest is
 * compared with that.
 *
 * A file that is cut off or no array never counts as an empty list: it comes back among `unreadable`.
 * @param keys of the lists to look for
 * @param names by which the files of lists are named, by their keys; the others have their key for one
 * @throws NoCapture when the folder cannot be read, is not as it was captured, or holds nothing of these lists.
 */
export async function readCapture(
  folder: string,
  keys: readonly string[],
  names: CaptureNames = {},
): Promise<Capture> {
  const capture: Capture = { responses: [], unreadable: [], missing: {}, misnamed: [], unknown: [] };
  const keyOf = new Map(keys.map((key) => [names[key] ?? key, key]));
  const files = await jsonFiles(folder);
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
  const manifest = await readManifest(folder);
  if (manifest) {
    await refuseOtherFiles(folder, manifest, read);
    const times = manifest.responses.map(({ time }) => time).sort();
    capture.capturedAt = times.at(-1) ?? manifest.ended;
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
export function defaultResponse(capture: Capture, list: string): CapturedResponse | undefined {
  return capture.responses.find((response) => response.list === list && response.ordering === undefined);
}

/** The bytes of one element. */
export function elementBytes(response: CapturedResponse, index: number): Buffer {
  const slice = response.slices[index];
  if (!slice) throw new RangeError(`${response.file} has no element ${index}`);
  return response.body.subarray(slice.start, slice.end);
}
