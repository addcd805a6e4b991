import type { Payload } from 'payload';
import { expect, it } from 'vitest';
import { isSave } from '../../src/server/notes.ts';

const payload = {
  collections: { 'news-posts': {}, users: {}, 'payload-jobs': {} },
  globals: { config: [{ slug: 'portal-settings' }] },
} as unknown as Pick<Payload, 'collections' | 'globals'>;

it.each([
  ['POST', '/api/news-posts?draft=true', true],
  ['PATCH', '/api/news-posts/5?autosave=true', true],
  ['DELETE', 'https://cms.example/api/news-posts/5', true],
  ['POST', '/api/news-posts/5/duplicate', true],
  ['POST', '/api/globals/portal-settings', true],
  ['GET', '/api/news-posts', false],
  ['POST', '/api/news-posts/preview', false],
  ['POST', '/api/users/login', false],
  ['POST', '/api/payload-jobs', false],
  ['POST', '/api/constructor', false],
  ['POST', '/admin/news-posts', false],
])('%s %s is a save of content: %s', (method, url, expected) => {
  expect(isSave(payload, { method, url }, () => false)).toBe(expected);
  expect(isSave(payload, { method, url }, (name) => name === 'x-http-method-override')).toBe(false);
});
