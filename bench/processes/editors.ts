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
/** Written once: these editors are to take little from the processors that the server has. */
const content = JSON.stringify(htmlToLexical(html(seeded(7), LARGE)));
const random = seeded(8);
let working = false;

/** What is sent, besides who sends it. */
type Step = { path: string } & Pick<RequestInit, 'method' | 'headers' | 'body'>;

function save(post: string | number): Step {
  return {
    path: `/api/news-posts/${post}`,
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: `{"content":${content},"excerpt":"${random.next()}","_status":"published"}`,
  };
}

function upload(): Step {
  const body = new FormData();
  body.set('file', new File([image], `bench-${random.next()}.png`, { type: 'image/png' }));
  body.set('_payload', JSON.stringify({ alt: 'bench' }));
  return { path: '/api/media', method: 'POST', body };
}

/** @throws Error where it is not answered with success */
async function take(
  name: string,
  step: Step,
  { url, headers }: Pick<Work, 'url' | 'headers'>,
): Promise<void> {
  const response = await fetch(url + step.path, { ...step, headers: { ...headers, ...step.headers } });
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${name}: ${response.status} ${body.subarray(0, 500)}`);
}

const methods = {
  /** Gives each post its large text, so that the lists are as large before the work as they are during it. */
  async enlarge({ posts, ...where }: Work): Promise<void> {
    for (const post of posts) await take('enlarging', save(post), where);
  },

  /** Works until `stop`. @returns how many steps each kind of work took */
  async work({ posts, ...where }: Work): Promise<Record<string, number>> {
    const steps: Record<string, () => Step> = {
      uploads: upload,
      saves: () => save(random.pick(posts)),
      'list views': () => ({ path: '/admin/collections/news-posts?limit=50' }),
      'REST lists': () => ({ path: '/api/news-posts?limit=50&depth=1' }),
    };
    const done: Record<string, number> = {};
    working = true;
    async function editor(name: string, step: () => Step): Promise<void> {
      while (working) {
        await take(name, step(), where);
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
