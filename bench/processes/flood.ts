import { Agent, get } from 'node:http';
import { seeded } from '../content/random.ts';
import { randomOrdering } from '../orderings.ts';
import { answering } from './answering.ts';

/** Somebody who asks for every ordering there is. */

/** Requests that are under way at a time. */
const AT_ONCE = 8;
/** In characters: as long as a request line may be (Node takes 16 KB of head). */
const ABSURD = 12_000;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const random = seeded(Date.now());
let flooding = false;

/** Most are plain, some given twice, some absurdly long. */
function target(): string {
  const { slug, ordering } = randomOrdering(random);
  const twice = random.chance(0.1) ? `ordering=${randomOrdering(random).ordering}&` : '';
  const value = random.chance(0.1) ? `${ordering},`.repeat(ABSURD).slice(0, ABSURD) : ordering;
  return `/el/api/v1/${slug}/?${twice}ordering=${value}`;
}

function ask(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.on('error', reject).on('end', resolve).resume();
      if (response.statusCode !== 200) reject(new Error(`${url.slice(0, 200)}: ${response.statusCode}`));
    }).on('error', reject);
  });
}

const methods = {
  /** Asks until `stop`. @returns how many orderings were asked for */
  async flood(url: string): Promise<number> {
    flooding = true;
    let asked = 0;
    async function client(): Promise<void> {
      while (flooding) {
        await ask(url + target());
        asked += 1;
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    return asked;
  },
  stop(_: undefined): void {
    flooding = false;
  },
};

export type Flood = typeof methods;
answering(methods);
