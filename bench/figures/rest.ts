import type { Options } from '../options.ts';
import { digits, ms, printFigure, printSection, progress, ratio } from '../print.ts';
import { signIn } from '../processes/server.ts';
import type { Stage } from '../stages.ts';
import { median, spreadOf } from '../statistics.ts';

/** The same content through Payload's REST: every published document, embedded ones whole. */
const SAME = [
  { list: 'news-categories', query: 'limit=0&depth=0' },
  { list: 'news-posts', query: 'limit=0&depth=1' },
];

/** One request after the other, ours and Payload's in turn. */
export async function measureRest({ data, server }: Stage, { quick }: Options): Promise<void> {
  printSection(
    `Payload's REST, ${data.size} portal: the same content, by Payload`,
    'Time of a whole answer, Payload / list: how many times longer a reader would wait.',
  );
  const headers = await signIn(server);
  for (const { list, query } of SAME) {
    const published = 'where[_status][equals]=published';
    const urls = [`${server.url}/api/${list}?${query}&${published}`, `${server.url}/el/api/v1/${list}/`];
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      progress(`Payload's REST: ${list}, round ${round + 1}`);
      for (const [which, url] of urls.entries()) {
        const began = performance.now();
        const response = await fetch(url, { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        times[which]?.push(performance.now() - began);
      }
    }
    const [payload, ours] = times;
    printFigure({
      ...ratio(spreadOf(payload.map((time, round) => time / (ours[round] ?? Number.NaN)))),
      name: list,
      detail: `${ms(median(payload))} beside ${digits(median(ours))} ms`,
    });
  }
}
