import { sessionCookie } from '../test/support/sessionCookie.ts';
import { median, milliseconds, printFigure } from './print.ts';
import { request } from './request.ts';
import { EDITOR, type Server } from './server.ts';

const LISTS = ['service-groups', 'news-posts', 'service-useful-links'];

/**
 * Saves so often through Payload's REST API, and reads each saved list at once.
 *
 * @returns how many reads did not show the save
 * @throws Error if a request fails
 */
export async function measureSaves(server: Server, saves: number): Promise<number> {
  const headers = await signIn(server);
  const targets = await Promise.all(LISTS.map((list) => firstDocument(server, headers, list)));
  const times: number[] = [];
  let stale = 0;
  for (let number = 0; number < saves; number += 1) {
    const { list, id } = targets[number % targets.length] as Target;
    const title = `Αποθηκευμένο ${number}.`;
    const began = performance.now();
    await rest(server, `${list}/${id}`, { method: 'PATCH', headers, body: { title, _status: 'published' } });
    times.push(performance.now() - began);
    if (!(await read(server, list)).includes(title)) stale += 1;
  }
  printFigure({
    name: `stale reads after ${saves} saves`,
    value: String(stale),
    promise: '0',
    detail: `${milliseconds(median(times))} a save`,
  });
  return stale;
}

/** Previews a change of one document of each list, through Payload's REST API. */
export async function measurePreviews(server: Server, rounds: number): Promise<void> {
  const headers = await signIn(server);
  for (const list of [...LISTS, 'news-categories']) {
    const { id } = await firstDocument(server, headers, list);
    const times: number[] = [];
    let others = 0;
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      const body = { title: `Προεπισκόπηση ${round}.` };
      const { preview } = await rest(server, `${list}/${id}/preview`, { method: 'POST', headers, body });
      times.push(performance.now() - began);
      others = (preview as Previewed).others.reduce((sum, { count }) => sum + count, 0);
    }
    printFigure({
      name: `a preview in ${list}`,
      value: milliseconds(median(times)),
      promise: '1000 ms',
      detail: `at most ${milliseconds(Math.max(...times))}, ${others} other elements`,
    });
  }
}

interface Previewed {
  others: { count: number }[];
}

interface Target {
  list: string;
  id: unknown;
}

async function read({ url }: Server, list: string): Promise<Buffer> {
  const { status, body } = await request(`${url}/el/api/v1/${list}/`);
  if (status !== 200) throw new Error(`${list}: ${status}`);
  return body;
}

/** The headers that Payload's REST API wants from a signed-in user. */
export async function signIn(server: Server): Promise<Record<string, string>> {
  const { headers } = await ask(server, 'users/login', { method: 'POST', body: EDITOR });
  return { Cookie: sessionCookie(headers), Origin: server.url };
}

export async function firstDocument(
  server: Server,
  headers: Record<string, string>,
  list: string,
): Promise<Target> {
  const { docs } = await rest(server, `${list}?limit=1&depth=0`, { headers });
  return { list, id: (docs as { id: unknown }[])[0]?.id };
}

interface RestRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

async function ask({ url }: Server, path: string, { method = 'GET', headers, body }: RestRequest) {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

export async function rest(server: Server, path: string, request: RestRequest) {
  return (await (await ask(server, path, request)).json()) as Record<string, unknown>;
}
