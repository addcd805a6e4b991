import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { kept, state } from '../rich-text/states.ts';
import { category, image, local, post } from '../support/content.ts';
import { greekI18n } from '../support/greek.ts';
import { startPayload } from '../support/payload.ts';
import { signedIn } from '../support/rest.ts';

const USER = { email: 'editor@portal.example', password: 'a long password' };

let payload: Payload;
let user: { id: number | string };
beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
  user = await local(payload).create('users', { ...USER, roles: ['editor'] });
});

/** What is asked for and refused, by the field that it is refused for. */
const REFUSED: Record<string, () => Promise<[path: string, data: object]>> = {
  content: async () => {
    const content = state(kept('<script>1</script>'));
    return [`news-posts/${(await post(payload)).id}`, { content, _status: 'published' }];
  },
  category: async () => {
    const draft = await category(payload, { _status: 'draft' });
    return [`news-posts/${(await post(payload)).id}`, { category: draft.id, _status: 'published' }];
  },
  title: async () => [`news-posts/${(await post(payload)).id}`, { title: '', _status: 'published' }],
  legacy_url: async () => [`media/${(await image(payload)).id}`, { legacy_url: '' }],
  currentPassword: async () => [`users/${user.id}`, { password: 'another long password' }],
};

const LABELS: Record<string, Record<string, string>> = {
  el: {
    content: 'Κείμενο',
    category: 'Κατηγορία',
    title: 'Τίτλος',
    legacy_url: 'Διεύθυνση στο παλιό σύστημα',
    currentPassword: 'Τωρινός κωδικός',
  },
  en: {
    content: 'Content',
    category: 'Category',
    title: 'Title',
    legacy_url: 'Address in the legacy system',
    currentPassword: 'Current password',
  },
};

describe.each(Object.entries(LABELS))('a refusal calls a field by its label: %s', (language, labels) => {
  it.each(Object.entries(REFUSED))('%s', async (path, refused) => {
    const editor = await signedIn(payload, USER, { 'Accept-Language': language });
    const [url, data] = await refused();
    const { status, value } = await editor('PATCH', url, data);
    const [{ message, data: detail }] = value.errors as [{ message: string; data: { errors: object[] } }];
    expect({ status, errors: detail.errors, message }).toMatchObject({
      status: 400,
      errors: [{ path, label: labels[path] }],
      message: expect.stringContaining(labels[path] ?? ''),
    });
  });
});
