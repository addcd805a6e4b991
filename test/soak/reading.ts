import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIST, listUrl } from '../support/editor.ts';
import { read } from '../support/reader.ts';

/** The titles that a soak saves: the document's number, and that of its save. */
export const titled = (document: number, save: number): string => `Αντοχή ${document}/${save}`;

/** What is known of the documents of a soak: for each, the number of its last acknowledged save. */
export type Acknowledged = Map<number, number>;

export interface Reads {
  reads: number;
  aborted: number;
  /** A line for each read without a 200 and a whole list; ten at most, then the number of others. */
  failed: string[];
  /** A line for each read that did not show a save that had been acknowledged before it began; the same. */
  stale: string[];
}

/** Adds a line, or counts it where there are ten. */
export function note(lines: string[], line: string): void {
  const text = `${new Date().toISOString()} ${line}`;
  if (lines.length < 10) lines.push(text);
  else lines[10] = `and ${Number(/\d+/.exec(lines[10] ?? '0')) + 1} more`;
}

/** The last save of each document that a list shows. @throws Error unless it is whole */
function savesShown(status: number, body: Buffer, length: unknown): Acknowledged {
  if (status !== 200) throw new Error(`${status} ${body.toString().slice(0, 200)}`);
  if (Number(length) !== body.length) throw new Error(`${body.length} bytes where ${length} were announced`);
  const shown: Acknowledged = new Map();
  for (const { title } of JSON.parse(body.toString()) as { title: string }[]) {
    const [, document, save] = /^Αντοχή (\d+)\/(\d+)$/.exec(title) ?? [];
    if (document) shown.set(Number(document), Number(save));
  }
  return shown;
}

/** Reads the list once, over a connection of its own, and judges it. */
export async function readOnce(
  server: { url: string },
  acknowledged: Acknowledged,
  reads: Reads,
): Promise<void> {
  // Compared with what was acknowledged before the read began.
  const known = [...acknowledged];
  try {
    reads.reads += 1;
    const { status, headers, body } = await read(listUrl(server));
    const shown = savesShown(status, body, headers['content-length']);
    for (const [document, save] of known)
      if (!((shown.get(document) ?? -1) >= save))
        note(reads.stale, `document ${document} shows save ${shown.get(document)}, acknowledged was ${save}`);
  } catch (error) {
    note(reads.failed, (error as Error).message);
  }
}

/** Ends a request somewhere between its first byte and its last. */
export async function abortOne({ url }: { url: string }): Promise<void> {
  const paths = [`/el/api/v1/${LIST}/`, '/el/api/v1/news-posts/', '/admin/login', '/api/users/me'];
  const path = paths[Math.floor(Math.random() * paths.length)];
  const request = get(`${url}${path}`, { agent: false });
  request.on('response', (response) => response.on('error', () => {}));
  request.on('error', () => {});
  await sleep(Math.random() * 30);
  request.destroy();
}
