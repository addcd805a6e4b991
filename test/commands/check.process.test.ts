import type { CollectionSlug } from 'payload';
import { expect, it } from 'vitest';
import { importStatus, importSummary } from '../../src/commands/importSummary.ts';
import { importCapture } from '../../src/migration/index.ts';
import { htmlToLexical } from '../../src/rich-text/index.ts';
import {
  category as capturedCategory,
  post as capturedPost,
  saveCapture,
  whole,
} from '../migration/captures.ts';
import { stored } from '../migration/imports.ts';
import { category, editor, local, post, SERVER_URL, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { run } from '../support/portal.ts';

const ACTIVE = '<p onclick="f()">α</p><script>g()</script><iframe src="https://maps.example/"></iframe>';

it('what is active in imported texts is no failure; what got past the checks is found, withdrawn where asked, and mended by an editor', async () => {
  const uri = await freshDatabaseUri();
  const payload = await startPayload({ uri });
  const withText = (id: number, content: string) =>
    capturedPost(id, { category: capturedCategory(1), more: { content } });
  const from = await saveCapture(
    whole({
      'news-categories': [capturedCategory(1)],
      'news-posts': [
        withText(7, ACTIVE),
        withText(8, '<p class=a>β</p>'),
        withText(12, '<script>g()</script>'),
      ],
    }),
  );
  const report = await importCapture(payload, { from });
  const ids = await Promise.all([7, 12].map(async (id) => (await stored(payload, 'news-posts', id)).id));
  const active = (server: string) => {
    const [seven = '', twelve] = ids.map((id) => `${server}/admin/collections/news-posts/${id}`);
    return [
      'Active in imported texts, and served as it came (2):',
      `  list        id  field    ${'in the admin'.padEnd(seven.length)}  what`,
      `  news-posts  7   content  ${seven}  <script> https://maps.example/ <p onclick>`,
      `  news-posts  12  content  ${twelve}  <script>`,
      '',
    ].join('\n');
  };
  expect(importSummary(report, { from })).toContain(active(SERVER_URL));
  expect(importStatus(report)).toBe(0);

  const { id: categoryId } = await category(payload);
  const { id, api_id } = await post(payload, { category: categoryId });
  const content = htmlToLexical(`<p>α</p>${ACTIVE}`);
  const unjudged = { content, content_html: `<p>α</p>${ACTIVE}` };
  const collection = 'news-posts' as CollectionSlug;
  await payload.db.updateOne({ collection, id, data: unjudged });
  const [latest] = await local(payload).versions('news-posts', id);
  await payload.db.updateVersion({
    collection,
    id: latest?.id as string,
    versionData: { version: { ...latest?.version, ...unjudged, category: categoryId } } as never,
    req: { payload } as never,
  });
  const url = `/admin/collections/news-posts/${id}`;
  const finding =
    'Stored, and must not be served (1):\n' +
    `  list        id  field    ${'in the admin'.padEnd(url.length)}  what\n` +
    `  news-posts  ${String(api_id).padEnd(2)}  content  ${url}  ` +
    'An HTML attribute that is not allowed: <p onclick>. HTML that is not allowed: <script>. ' +
    'An address that is not allowed: https://maps.example/.';
  expect(await run(['check', '--unpublish'], uri)).toMatchObject({
    code: 1,
    output: `${finding}\n\n${active('')}\nUnpublished: news-posts ${api_id}\n`,
  });
  expect((await stored(payload, 'news-posts', api_id))._status).toBe('draft');

  const write = { user: await editor(payload), overrideAccess: false };
  const publish = (data: object) =>
    local(payload).update('news-posts', id, { ...data, _status: 'published' }, write);
  await expect(publish({})).rejects.toMatchObject({ status: 400 });
  await publish({ content: htmlToLexical('<p>α</p>') });
  const mended = (await served(payload, 'news-posts')).find((element) => element.id === api_id);
  expect(mended?.content).toBe('<p>α</p>');
  expect(await run(['check'], uri)).toEqual({
    code: 0,
    errors: '',
    output: `${active('')}\nNothing is stored that must not be served.\n`,
  });
}, 120_000);
