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

let working = false;

const methods = {
  /** Works until `stop`. @returns how many steps each kind of work took */
  async work({ url, headers, posts }: Work): Promise<Record<string, number>> {
    const random = seeded(7);
    const image = noisePng(1600, 1200);
    const content = htmlToLexical(html(random, LARGE));
    const json = { ...headers, 'Content-Type': 'application/json' };
    const steps: Record<string, () => Promise<Response>> = {
      uploads() {
        const form = new FormData();
        form.set('file', new File([image], `bench-${random.next()}.png`, { type: 'image/png' }));
        form.set('_payload', JSON.stringify({ alt: 'bench' }));
        return fetch(`${url}/api/media`, { method: 'POST', headers, body: form });
      },
      saves() {
        const body = JSON.stringify({ content, excerpt: String(random.next()), _status: 'published' });
        return fetch(`${url}/api/news-posts/${random.pick(posts)}`, { method: 'PATCH', headers: json, body });
      },
      'list views': () => fetch(`${url}/admin/collections/news-posts?limit=50`, { headers }),
      'REST lists': () => fetch(`${url}/api/news-posts?limit=50&depth=1`, { headers }),
    };
    const done: Record<string, number> = {};
    working = true;
    async function editor(name: string, step: () => Promise<Response>): Promise<void> {
      while (working) {
        const response = await step();
        const text = await response.text();
        if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
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
