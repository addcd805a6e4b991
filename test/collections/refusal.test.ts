import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APIError } from 'payload';
import { expect, it } from 'vitest';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';

const ROOT = join(import.meta.dirname, '../..');

it('a refusal speaks the language of whoever asked, and is public', () => {
  const refusal = (language: string) =>
    new Refusal({ i18n: { language } } as never, bilingual('Όχι', 'No'), 409);
  expect(refusal('el')).toBeInstanceOf(APIError);
  expect(refusal('el')).toMatchObject({ message: 'Όχι', name: 'APIError', status: 409, isPublic: true });
  expect(refusal('de').message).toBe('No');
});

it('it has its name also where a bundler has left the classes without one', () => {
  const anonymous = (() => class extends Refusal {})();
  Object.defineProperty(anonymous, 'name', { value: '' });
  expect(new anonymous({ i18n: { language: 'el' } } as never, bilingual('Όχι', 'No'), 409).name).toBe(
    'APIError',
  );
});

it("nothing else is an APIError of Payload's, which reads as unknown in an app that Next has built", async () => {
  const made: string[] = [];
  for (const room of ['collections', 'endpoints', 'src']) {
    for (const file of await readdir(join(ROOT, room), { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      const source = await readFile(join(ROOT, room, file), 'utf8');
      if (/new APIError\b|extends APIError\b/.test(source)) made.push(join(room, file));
    }
  }
  expect(made).toEqual(['src/payload/rest.ts']);
});
