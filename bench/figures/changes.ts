import { setTimeout as sleep } from 'node:timers/promises';
import type { Options } from '../options.ts';
import { digits, printFigure, printSection, progress, time } from '../print.ts';
import type { Probed } from '../processes/probe.ts';
import { signIn } from '../processes/server.ts';
import type { ProbedStage } from '../stages.ts';
import { spreadOf } from '../statistics.ts';
import { documents, rest } from './documents.ts';

/** Orderings that are held while things change, as readers have asked for them. */
const HELD = [
  'news-posts/',
  'news-posts/?ordering=title',
  'service-useful-links/',
  'service-useful-links/?ordering=title',
  'service-useful-links/?ordering=-title',
  'featured-sections/?ordering=-section_two_links',
];

/** How long a change may still be at work once its save has returned, in milliseconds. */
const SETTLING = 400;

/** How long the front's event loop is held by a change, and by the first read of what it changed. */
export async function measureChanges(
  { data, server, probe }: ProbedStage,
  { quick }: Options,
): Promise<void> {
  printSection(
    `Changes, ${data.size} portal: how long the front's event loop is held`,
    'The longest hold of each change: median (least .. most of all changes), looked at every millisecond inside the front.',
  );
  const headers = await signIn(server);
  const posts = await documents(server, headers, 'news-posts', 20);
  const links = await documents(server, headers, 'service-useful-links', 100);
  const categories = await documents(server, headers, 'news-categories', 4);
  let number = 0;
  const patch = (path: string, change: object) =>
    rest(server, headers, path, { method: 'PATCH', data: { ...change, _status: 'published' } });
  const named = (of: { id: unknown }[]) => of[number % of.length]?.id;
  const title = () => `Τίτλος ${number}`;
  const changes: { name: string; read: string[]; make(): Promise<unknown> }[] = [
    { name: 'nothing is changed', read: [], make: async () => {} },
    {
      name: 'a post',
      read: ['news-posts/'],
      make: () => patch(`news-posts/${named(posts)}`, { title: title() }),
    },
    {
      name: 'a link, which moves in its orderings',
      read: ['service-useful-links/', 'service-useful-links/?ordering=title'],
      make: () => patch(`service-useful-links/${named(links)}`, { title: title() }),
    },
    {
      name: 'a category that many posts embed',
      read: ['news-posts/', 'news-categories/'],
      make: () => patch(`news-categories/${named(categories)}`, { title: title() }),
    },
    {
      name: '100 links at once (bulk edit)',
      read: ['service-useful-links/'],
      make: () =>
        patch(`service-useful-links?where[id][in]=${links.map(({ id }) => id)}&depth=0`, { service: number }),
    },
    {
      name: 'the collation (settings)',
      read: HELD,
      make: () =>
        rest(server, headers, 'globals/portal-settings', {
          method: 'POST',
          data: { collation: number % 2 === 0 ? 'C' : 'el' },
        }),
    },
  ];
  const read = async (paths: readonly string[]) => {
    for (const path of paths) await (await fetch(`${server.url}/el/api/v1/${path}`)).arrayBuffer();
  };
  const hold = () => probe.ask(server.pid);
  await read(HELD);
  for (const { name, read: changed, make } of changes) {
    const saving: Probed[] = [];
    const reading: Probed[] = [];
    for (let round = 0; round < (quick ? 1 : 10); round += 1) {
      progress(`changes: ${name}, ${round + 1}`);
      number += 1;
      await hold();
      await make();
      await sleep(SETTLING);
      saving.push(await hold());
      await read(changed);
      reading.push(await hold());
      // Every ordering stays in use.
      await read(HELD);
    }
    show(name, saving);
    if (changed.length > 0) show('  and the first read of what it changed', reading);
  }
}

function show(name: string, probed: readonly Probed[]): void {
  const used = spreadOf(probed.map(({ used }) => used));
  printFigure({
    ...time(spreadOf(probed.map(({ hold }) => hold))),
    name,
    detail: `of processor time ${digits(used.median)} (${digits(used.least)} .. ${digits(used.most)}) ms`,
  });
}
