import { htmlToLexical } from '../../src/rich-text/index.ts';
import { html } from '../content/greek.ts';
import { seeded } from '../content/random.ts';
import { answering } from './answering.ts';
import { noisePng } from './noisePng.ts';

/** Editors who work without a pause: each step of their work follows the one before at once. */

interface Work {
  url: string;
  /** Of a signed-in user. */
  headers: Record<string, string>;
  /** The ids of posts that may be changed. */
  posts: (string | number)[];
}

/** Words in the large text that is saved: some 100 KB of HTML. */
const LARGE = 8000;

const image = noisePng(1600, 1200);
const content = htmlToLexical(html(seeded(7), LARGE));
const random = seeded(8);
let working = false;

function save(url: string, headers: Record<string, string>, post: string | number): Promise<Response> {
  const body = JSON.stringify({ content, excerpt: String(random.next()), _status: 'published' });
  const json = { ...headers, 'Content-Type': 'application/json' };
  return fetch(`${url}/api/news-posts/${post}`, { method: 'PATCH', headers: json, body });
}

async function succeed(name: string, answer: Promise<Response>): Promise<void> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
}

const methods = {
  /** Gives each post its large text, so that the lists are as large before the work as they are during it. */
  async enlarge({ url, headers, posts }: Work): Promise<void> {
    for (const post of posts) await succeed('enlarging', save(url, headers, post));
  },

  /** Works until `stop`. @returns how many steps each kind of work took */
  async work({ url, headers, posts }: Work): Promise<Record<string, number>> {
    const steps: Record<string, () => Promise<Response>> = {
      uploads() {
        const form = new FormData();
        form.set('file', new File([image], `bench-${random.next()}.png`, { type: 'image/png' }));
        form.set('_payload', JSON.stringify({ alt: 'bench' }));
        return fetch(`${url}/api/media`, { method: 'POST', headers, body: form });
      },
      saves: () => save(url, headers, random.pick(posts)),
      'list views': () => fetch(`${url}/admin/collections/news-posts?limit=50`, { headers }),
      'REST lists': () => fetch(`${url}/api/news-posts?limit=50&depth=1`, { headers }),
    };
    const done: Record<string, number> = {};
    working = true;
    async function editor(name: string, step: () => Promise<Response>): Promise<void> {
      while (working) {
        await succeed(name, step());
        done[name] = (done[name] ?? 0) + 1;
      }
    }
    await Promise.all(Object.entries(steps).map(([name, step]) => editor(name, step)));
    return done;
  },
  stop(): void {
    working = false;
  },
};

export type Editors = typeof methods;
answering(methods);
