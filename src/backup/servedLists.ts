import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BasePayload } from 'payload';
import { type Portal, portalOf } from '../../collections/portal/portal.ts';
import { createHandler } from '../../endpoints/http/index.ts';
import { firstDifference } from '../../endpoints/lists/definition/texts.ts';
import { type Change, createReadModel, type ReadModel } from '../../endpoints/read-model/index.ts';
import { listUrl } from '../capture/address.ts';
import { responseOf } from '../capture/captureLive.ts';
import { readCapture } from '../capture/folder.ts';
import { captureFile, type ManifestResponse, writeManifest } from '../capture/manifest.ts';
import { publishedNow } from '../changes/index.ts';
import { BackupError } from './Database.ts';

/**
 * The lists of a Payload that nobody writes to, or whose reads are of one moment: one after the other, so that the elements of
 * one alone are in memory.
 */
async function* servedLists(
  payload: BasePayload,
  portal: Portal,
): AsyncGenerator<{ list: Portal['lists'][number]; readModel: ReadModel }> {
  const documents: Change[][] = [];
  for await (const changes of publishedNow(payload, portal)) documents.push(changes);
  for (const list of portal.lists) {
    const readModel = createReadModel({ lists: [list] });
    await readModel.replace(documents);
    yield { list, readModel };
  }
}

/**
 * Captures every list, with its documented orderings, into a folder, as a running server would serve them.
 * @returns the names of the files
 */
export async function captureLists(payload: BasePayload, folder: string): Promise<string[]> {
  const portal = portalOf(payload.config);
  const { captures, paths, prefixes, serverUrl } = portal;
  const begun = new Date().toISOString();
  const base = `${serverUrl}${prefixes[0] ?? ''}`;
  const responses: ManifestResponse[] = [];
  for await (const { list, readModel } of servedLists(payload, portal)) {
    const { documentedOrderings, key } = list;
    const handler = createHandler({ readModel, prefixes, paths });
    for (const ordering of [undefined, ...documentedOrderings]) {
      const url = listUrl(base, { path: paths[key] ?? key }, ordering);
      const answer = await handler({
        url: url.pathname + url.search,
        headers: { accept: 'application/json' },
      });
      if (answer?.status !== 200 || !Buffer.isBuffer(answer.body))
        throw new BackupError(`${url.href} cannot be made: the answer would be ${answer?.status}.`);
      const { body, headers } = answer;
      const file = captureFile(captures[key] ?? key, ordering);
      await writeFile(path.join(folder, file), body);
      const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const answered = {
        url: url.href,
        status: 200,
        headers: Object.fromEntries(named),
        time: new Date(),
        body,
      };
      responses.push(responseOf(file, answered));
    }
  }
  await writeManifest(folder, {
    version: 1,
    from: `${base}/`,
    begun,
    ended: new Date().toISOString(),
    rounds: 1,
    expected: portal.lists.map(({ key }) => captureFile(captures[key] ?? key)),
    responses,
  });
  return [...responses.map(({ file }) => file), 'manifest.json'];
}

/** What became of one list or ordering. */
export interface ComparedList {
  file: string;
  /** Undefined if it is the same, byte for byte. */
  difference?: string;
}

/**
 * Compares what the database gives with a capture, byte for byte.
 * @param serverUrl with which addresses of this server begin in the capture
 */
export async function compareLists(
  payload: BasePayload,
  folder: string,
  serverUrl: string,
): Promise<ComparedList[]> {
  const portal = servingAs(portalOf(payload.config), serverUrl);
  const keys = portal.lists.map(({ key }) => key);
  const { responses, unknown } = await readCapture(folder, keys, portal.captures);
  const compared: ComparedList[] = unknown.map((file) => ({
    file,
    difference: 'is of no list of this config',
  }));
  for await (const { list, readModel } of servedLists(payload, portal)) {
    for (const { ordering, file, body } of responses.filter((each) => each.list === list.key)) {
      const now = (await readModel.response(list.key, ordering))?.body;
      if (now?.equals(body)) compared.push({ file });
      else compared.push({ file, difference: `differs from byte ${firstDifference(body, now ?? [])} on` });
    }
  }
  return compared.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** The portal as it would be at another address of its server. */
function servingAs(portal: Portal, serverUrl: string): Portal {
  const { media } = portal;
  return {
    ...portal,
    media: {
      ...media,
      url(document, size) {
        const url = media.url(document, size);
        return url?.startsWith(`${portal.serverUrl}/`)
          ? `${serverUrl}${url.slice(portal.serverUrl.length)}`
          : url;
      },
    },
  };
}
