import { sqliteAdapter } from '@payloadcms/db-sqlite';
import {
  BlocksFeature,
  FixedToolbarFeature,
  lexicalEditor,
  TextStateFeature,
} from '@payloadcms/richtext-lexical';
import { initI18n } from '@payloadcms/translations';
import { buildConfig, getRequestLanguage, parseCookies } from 'payload';
import { describe, expect, it } from 'vitest';
import { preferGreek } from '../../../src/payload/i18n/index.ts';
import { greekI18n } from '../../support/greek.ts';
import { type Texts, texts } from './texts.ts';

const note = { slug: 'note', fields: [] };

/** Payload's config with an editor of all the features that bring texts; its database is never opened. */
const config = await buildConfig({
  secret: 'a secret for tests only',
  db: sqliteAdapter({ client: { url: 'file::memory:' } }),
  i18n: greekI18n,
  editor: lexicalEditor({
    features: ({ defaultFeatures }) => [
      ...defaultFeatures,
      BlocksFeature({ blocks: [note], inlineBlocks: [note] }),
      FixedToolbarFeature(),
      TextStateFeature(),
    ],
  }),
  collections: [{ slug: 'pages', fields: [{ name: 'text', type: 'richText' }] }],
  telemetry: false,
});

/** What the editor says, as Payload has put it together; its types do not tell of it. */
const editor = config.i18n.translations as object as Record<'el' | 'en', { lexical: Texts }>;

/** The language in which Payload answers a request with these headers. */
function language(headers: Record<string, string>): string {
  const seen = new Headers(headers);
  return getRequestLanguage({ config, cookies: parseCookies(seen), headers: seen });
}

describe('the language of a request', () => {
  const GREEK_BROWSER = 'el-GR,el;q=0.9,en;q=0.8';

  it('would be English for a Greek browser that lists English second, were Payload left alone', () => {
    expect(language({ 'accept-language': GREEK_BROWSER })).toBe('en');
  });

  it.each([
    ['a Greek browser', { 'accept-language': GREEK_BROWSER }, 'el'],
    ['a browser in English', { 'accept-language': 'en-US,en;q=0.9' }, 'el'],
    ['a browser in French', { 'accept-language': 'fr,en;q=0.5' }, 'el'],
    ['a program that says nothing', {}, 'el'],
    ['who picked English', { 'accept-language': GREEK_BROWSER, cookie: 'payload-lng=en' }, 'en'],
    ['who picked Greek', { 'accept-language': 'en', cookie: 'a=b; payload-lng=el' }, 'el'],
    [
      'a cookie with a language that is not there',
      { 'accept-language': 'en', cookie: 'payload-lng=fr' },
      'el',
    ],
  ])('with preferGreek: %s', (_who, sent: Record<string, string>, expected) => {
    const headers = { ...sent };
    preferGreek(headers);
    expect(language(headers)).toBe(expected);
  });

  it('is all that preferGreek changes', () => {
    const headers = { host: 'portal.example', 'accept-language': 'en', cookie: 'payload-lng=en' };
    preferGreek(headers);
    expect(headers).toEqual({ host: 'portal.example', cookie: 'payload-lng=en' });
  });
});

describe('Payload in Greek', () => {
  const greek = (context: 'api' | 'client') =>
    initI18n({ config: config.i18n, context, language: greekI18n.fallbackLanguage } as Parameters<
      typeof initI18n
    >[0]);

  it('offers Greek and English, Greek being the fallback', () => {
    const { supportedLanguages, fallbackLanguage } = config.i18n;
    const offered = Object.entries(supportedLanguages).map(([key, each]) => [
      key,
      each.translations.general.thisLanguage,
    ]);
    expect({ offered, fallbackLanguage }).toEqual({
      offered: [
        ['el', 'Ελληνικά'],
        ['en', 'English'],
      ],
      fallbackLanguage: 'el',
    });
  });

  it.each(['api', 'client'] as const)('speaks it on the %s side, the editor included', async (context) => {
    const { language, t } = await greek(context);
    const say = t as (key: string, values?: Record<string, unknown>) => string;
    expect([
      language,
      say('version:publishChanges'),
      say('general:aboutToDeleteCount', { count: 1, label: 'Νέο' }),
      say('general:aboutToDeleteCount', { count: 12, label: 'Νέα' }),
      say('general:deletedCountSuccessfully', { count: 2, label: 'Νέα' }),
      say('lexical:heading:label', { headingLevel: 2 }),
      say('lexical:blocks:inlineBlocks:edit', { label: 'Σημείωση' }),
    ]).toEqual([
      'el',
      'Δημοσίευση αλλαγών',
      'Πρόκειται να διαγραφεί 1 Νέο',
      'Πρόκειται να διαγραφούν 12 Νέα',
      'Η διαγραφή έγινε με επιτυχία: 2 Νέα.',
      'Επικεφαλίδα 2',
      'Επεξεργασία: Σημείωση',
    ]);
  });

  it('shows dates: the formats it names are among those that Payload can load', async () => {
    expect((await greek('client')).dateFNS).toMatchObject({ code: 'en-US' });
  });

  it('has every text that a feature of the editor brings in English, and no other', () => {
    expect([...texts(editor.el.lexical).keys()].sort()).toEqual([...texts(editor.en.lexical).keys()].sort());
  });

  it('puts the same values into the texts of the editor as the English ones', () => {
    const values = (nested: Texts) =>
      Object.fromEntries([...texts(nested)].map(([key, text]) => [key, text.match(/\{\{.*?\}\}/g)]));
    expect(values(editor.el.lexical)).toEqual(values(editor.en.lexical));
  });
});
