import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import { APIError, formatErrors, type Payload } from 'payload';
import { getSafeRedirect } from 'payload/shared';
import { beforeAll, vi } from 'vitest';
import { sessionCookie } from '../support/sessionCookie.ts';
import { type Ask, asking, type Claim, startStock, stockPayload, stockUser } from './stock.ts';

let payload: Payload;
let one: { ask: Ask };

beforeAll(async () => {
  payload = await startStock({
    collections: [
      { slug: 'users', auth: true, fields: [] },
      { slug: 'pages', fields: [{ name: 'title', type: 'text' }] },
    ],
    jobs: { tasks: [{ slug: 'nothing', handler: async () => ({ output: {} }) }] },
  });
  one = await stockUser(payload, 'one@stock.example');
});

class Nameless extends APIError {
  override name = '';
}

const rest: Claim[] = [
  [
    'Refusal',
    'keeps to itself why it refuses where a bundler has left the error without a name',
    async () => formatErrors(new Nameless('It is refused.', 400)).errors,
    [{ message: 'An unknown error occurred.' }],
  ],
  [
    'explainMistakes',
    'fails over a value of another kind',
    async () => (await one.ask('GET', 'pages?where[title][equals][x]=1')).status,
    500,
  ],
  [
    'refusal',
    'takes what every object has for a collection, and fails',
    () => asking(payload)('GET', 'constructor').catch(({ name }: Error) => name),
    'TypeError',
  ],
  [
    'keepListPreferences',
    'keeps which tab of a list is open in the place of its columns',
    async () => {
      const path = 'payload-preferences/collection-pages';
      await one.ask('POST', path, { value: { limit: 50 } });
      await one.ask('POST', path, { value: { listViewType: 'list' } });
      return (await one.ask('GET', path)).value.value;
    },
    { listViewType: 'list' },
  ],
  [
    'withoutForeignRedirect',
    'follows an address out of the admin after a sign-in',
    async () => getSafeRedirect({ redirectTo: '/admin/..//other.example', fallbackTo: '/admin' }),
    '/admin/..//other.example',
  ],
  [
    'workAsForUser',
    'works over a password only where somebody has the address',
    async () => {
      const work = vi.spyOn(crypto, 'pbkdf2');
      const worked = async (email: string) => {
        work.mockClear();
        await asking(payload)('POST', 'users/login', { email, password: 'a wrong password' });
        return work.mock.calls.length;
      };
      const times = { known: await worked('one@stock.example'), unknown: await worked('no@stock.example') };
      work.mockRestore();
      return times;
    },
    { known: 1, unknown: 0 },
  ],
  [
    'keepSessions',
    'signs out one of two who sign in to one account at once',
    async () => {
      const user = { email: 'one@stock.example', password: 'a long password' };
      const signIn = () => asking(payload)('POST', 'users/login', user);
      const answers = await Promise.all([signIn(), signIn()]);
      const cookies = answers.map(({ headers }) => sessionCookie(headers));
      const who = await Promise.all(cookies.map((Cookie) => asking(payload, { Cookie })('GET', 'users/me')));
      return who.filter(({ value }) => value.user).length;
    },
    1,
  ],
];

const jobs: Claim[] = [
  [
    'jobsOfAdmins',
    'lets anybody who has signed in run jobs',
    async () => (await one.ask('GET', 'payload-jobs/run')).status,
    200,
  ],
  [
    'giveBackJobs',
    'never takes up again what a server left undone',
    async () => {
      const { id } = await payload.jobs.queue({ task: 'nothing' as never, input: {} as never });
      const where = { id: { equals: id } };
      await payload.db.updateMany({ collection: 'payload-jobs', where, data: { processing: true } });
      await payload.jobs.run();
      return (await payload.db.count({ collection: 'payload-jobs', where })).totalDocs;
    },
    1,
  ],
];

/** What is shown of a time by a process in this zone. */
function shownIn(TZ: string): string {
  const program = `
    import { formatDate } from '@payloadcms/ui/shared';
    import { enUS } from 'date-fns/locale/en-US';
    const i18n = { dateFNS: enUS, t: String };
    console.log(formatDate({ date: '2026-11-23T22:15:00.000Z', i18n, pattern: 'HH:mm' }));`;
  const args = ['--conditions=production', '--input-type=module', '--eval', program];
  return execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, TZ } }).trim();
}

/** Those that Next makes by itself. */
async function redirectsOfNext(): Promise<object[]> {
  const { default: module } = await import('next/dist/lib/load-custom-routes.js');
  const load = module as unknown as (config: object) => Promise<{ redirects: Record<string, unknown>[] }>;
  const { redirects } = await load({ trailingSlash: false, basePath: '' });
  return redirects.map(({ source, destination }) => ({ source, destination }));
}

const shown: Claim[] = [
  [
    'inZone',
    'writes a time in the zone of the process',
    async () => [shownIn('UTC'), shownIn('Europe/Athens')],
    ['22:15', '00:15'],
  ],
  [
    'keepSlashes',
    'comes with a Next that takes the last slash off every address',
    redirectsOfNext,
    [{ source: '/:path+/', destination: '/:path+' }],
  ],
];

stockPayload([...rest, ...jobs, ...shown]);
