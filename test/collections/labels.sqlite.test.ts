import type { Field, Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { kept, state } from '../rich-text/states.ts';
import { category, local, post } from '../support/content.ts';
import { greekI18n } from '../support/greek.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, signedIn } from '../support/rest.ts';

const USER = { email: 'admin@portal.example', password: 'a long password' };
const SETTINGS = 'globals/portal-settings';

let payload: Payload;
let greek: Rest;
let english: Rest;
let own: string;
beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
  const { id } = await local(payload).create('users', { ...USER, roles: ['admin'], author_id: 1 });
  own = `users/${id}`;
  greek = await signedIn(payload, USER, { 'Accept-Language': 'el' });
  english = await signedIn(payload, USER, { 'Accept-Language': 'en' });
});

/** Each is wrong for some fields. What a text quotes is in English, too. */
const WRONG = ['', 'a b', 'a'.repeat(301), -1.5, 1e17, 999_999];

/** A value for each field of a form that has one of its own, also in groups and rows. */
function filled(fields: readonly Field[], value: unknown): Record<string, unknown> {
  return Object.assign(
    {},
    ...fields.map((field) => {
      if (field.type === 'tabs')
        return Object.assign({}, ...field.tabs.map((tab) => filled(tab.fields, value)));
      if (!('name' in field)) return 'fields' in field ? filled(field.fields, value) : {};
      if (field.type === 'group') return { [field.name]: filled(field.fields, value) };
      if (field.type === 'array') return { [field.name]: [filled(field.fields, value)] };
      return ['number', 'text', 'textarea', 'relationship', 'upload', 'code'].includes(field.type)
        ? { [field.name]: value }
        : {};
    }),
  );
}

interface Refused {
  path: string;
  label: string;
  message: string;
}

/** What a save is refused for, field by field; nothing if it is not. */
async function refusals(as: Rest, method: string, path: string, data: object): Promise<Refused[]> {
  const { status, value } = await as(method, path, data);
  if (status !== 400) return [];
  const [{ message, data: detail } = expect.unreachable()] = value.errors as {
    message: string;
    data?: { errors: Refused[] };
  }[];
  for (const { label } of detail?.errors ?? []) expect(message).toContain(label);
  return detail?.errors ?? [];
}

it('every refusal of a save names its fields by path and label, and says why, in the language of who asks', async () => {
  const { id: draft } = await category(payload, { _status: 'draft' });
  const postPath = `news-posts/${(await post(payload)).id}`;
  const requests: [method: string, path: string, data: object][] = [
    ['PATCH', postPath, { content: state(kept('<script>1</script>')) }],
    ['PATCH', postPath, { category: draft }],
    ['PATCH', postPath, { created_timestamp: 'x' }],
    ['PATCH', own, { password: 'short' }],
    ['PATCH', own, { password: 'another long password' }],
    ['PATCH', own, { apiKey: 'short' }],
  ];
  for (const value of WRONG) {
    for (const slug of [...lists.map(({ key }) => key), 'media', 'users'])
      requests.push(['POST', slug, filled(payload.collections[slug as never]?.config.fields ?? [], value)]);
    const settings = payload.config.globals.find(({ slug }) => slug === 'portal-settings');
    requests.push(['POST', SETTINGS, filled(settings?.fields ?? [], value)]);
  }
  const named = new Set<string>();
  for (const [method, path, data] of requests) {
    const sent = { _status: 'published', ...data };
    const [el, en] = [await refusals(greek, method, path, sent), await refusals(english, method, path, sent)];
    expect(en.map((each) => each.path)).toEqual(el.map((each) => each.path));
    for (const [at, { label, message, path: field }] of el.entries()) {
      named.add(`${path} ${field}`);
      const { label: inEnglish, message: why } = en[at] ?? expect.unreachable();
      expect({ field, label, message, inEnglish, why }).toEqual({
        field,
        label: expect.stringMatching(/[α-ωά-ώ]|API|E-?mail|ID/i),
        message: expect.stringMatching(/[α-ωά-ώ]/i),
        inEnglish: expect.not.stringMatching(/[α-ωά-ώ]/i),
        why: expect.not.stringMatching(/[α-ωά-ώ]/i),
      });
    }
  }
  expect(named.size).toBeGreaterThan(40);
  // One of each collection, of rows, of the settings and of an account.
  expect([...named]).toEqual(
    expect.arrayContaining([
      'featured-sections section_two_links.0.link',
      'news-categories slug',
      `${postPath} content`,
      'service-groups order',
      'service-useful-links url',
      'media alt',
      `${SETTINGS} news_posts.address`,
      `${own} currentPassword`,
      `${own} apiKey`,
    ]),
  );
});
