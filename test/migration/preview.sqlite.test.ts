import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Payload } from 'payload';
import { describe, expect, it } from 'vitest';
import { importStatus, importSummary } from '../../src/commands/importSummary.ts';
import { type ImportOptions, importCapture, previewImport } from '../../src/migration/index.ts';
import { local } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { category, group, post, related, saveCapture, section, usefulLink, whole } from './captures.ts';
import { stored } from './imports.ts';
import { json } from './legacyPortal.ts';

const LINKS = 'service-useful-links';

/** What is not stored yet has no address in the admin. */
const withoutAddresses = (text: string) =>
  text.replaceAll(/ +\S*\/collections\/[a-z-]+\/\w+/g, '').replaceAll(/ +/g, ' ');

/** What an import and, before it, its preview say and end with; the sentences apart that tell one from the other. */
async function bothOf(payload: Payload, options: ImportOptions) {
  const { report: planned } = await previewImport(payload, options);
  const report = await importCapture(payload, options);
  const { from } = options;
  const before = importSummary(planned, { from, isPlanned: true });
  const after = importSummary(report, { from });
  const said = (text: string) => withoutAddresses(text).split('\n');
  const differing = said(before).filter((line) => !said(after).includes(line));
  const common = said(after).filter((line) => !/^(Imported, but|Everything in|What now: compare)/.test(line));
  expect(said(before).filter((line) => !differing.includes(line))).toEqual(common);
  expect(importStatus(planned)).toBe(importStatus(report));
  return { text: before, differing, status: importStatus(report) };
}

describe('a preview says word for word what the import says:', () => {
  it('every refused element, what is not explained, and what is active', async () => {
    const payload = await startPayload();
    const links = [1, 2, 3].map((id) => usefulLink(id, { title: 'αβγ'[id - 1] }));
    const { slug: _, ...withoutSlug } = post(5);
    const files = whole({
      'news-categories': [category(1), { ...category(2), extra: 1 }],
      'news-posts': [
        post(1, { more: { title: 7 } }),
        post(2, { category: { id: 9 } }),
        post(3, { more: { title: 'α\nβ\u001b[31m', created_timestamp: 'χθες' } }),
        post(4, { related: [related(2)], more: { content: '<p onclick="x()">α</p>' } }),
        withoutSlug,
        { ...post(6), id: 'έξι' },
        7,
      ],
      'service-groups': [group(1), group(2, { order: 1.5 })],
      'featured-sections': [{ ...section(1, []), section_two_links: [{ text: 'α', link: '/' }] }],
      [LINKS]: links,
      [`${LINKS}.ordering=title`]: [links[0], links[2], links[1]],
    });
    const from = await saveCapture(files);
    await writeFile(path.join(from, 'news.json'), '[]');
    const { text, differing, status } = await bothOf(payload, { from });
    for (const section of [
      [
        'Passed over: news.json is no capture of a list of this project.',
        `Not explained: the order in ${LINKS}.ordering=title.json follows from no setting, and is not served again exactly: 2 of its elements stand at other places (id 3, 2).`,
      ],
      [
        'Active in imported texts, and served as it came (1):',
        '  list        id  field    in the admin  what',
        '  news-posts  4   content                <p onclick>',
      ],
      ['Authors in the capture (1):', '    number  documents  account here', '         1          2  no'],
      [
        'Refused (9), and not imported:',
        '  featured-sections 1 «Ενότητα 1», element 0 of featured-sections.json: section_two_links[0].link is no absolute URL',
        '  service-groups 2 «Ομάδα 2», element 1 of service-groups.json: order is 1.5, no whole number',
        '  news-posts 1, element 0 of news-posts.json: title is a number, not a text',
        '  news-posts 2 «Νέο 2», element 1 of news-posts.json: category.selected is missing; category.title is missing; category.slug is missing',
        String.raw`  news-posts 3 «α\u000aβ\u001b[31m», element 2 of news-posts.json: created_timestamp is no ISO 8601 time in UTC (such as 2021-04-01T09:15:02.123456Z)`,
        '  news-posts 5 «Νέο 5», element 4 of news-posts.json: slug is missing',
        '  news-posts (no id) «Νέο 6», element 5 of news-posts.json: id is a text, not a number',
        '  news-posts (no id), element 6 of news-posts.json: the element is a number, not an object',
        '  news-categories 2 «Κατηγορία 2», element 1 of news-categories.json: extra is a key that the list does not have',
        '',
      ],
    ])
      expect(text).toContain(`\n${section.join('\n')}`);
    expect(differing).toEqual([
      'It would be imported, but 1 file would be missing or passed over and 9 elements would be refused.',
    ]);
    expect(status).toBe(1);
  });

  it('every element of a legacy system that writes JSON with spaces', async () => {
    const payload = await startPayload();
    const from = await saveCapture(whole({}));
    await writeFile(
      path.join(from, 'news-categories.json'),
      json([category(1), category(2)]).replaceAll(',', ', '),
    );
    const { text, differing, status } = await bothOf(payload, { from });
    expect(text).toContain(
      '\nRefused (2), and not imported:\n  news-categories 1 «Κατηγορία 1», element 0 of news-categories.json: the element would not be served as it came: at character 8 it has ',
    );
    expect(text).toMatch(/\nNothing could be imported\.\nWhat now: have what is refused mended /);
    expect(differing).toEqual([]);
    expect(status).toBe(2);
  });

  it('of a later import, what editors have changed, what is gone, left out and allowed, and nothing that is known', async () => {
    const payload = await startPayload();
    const groups = [1, 2, 3, 4, 5].map((id) => group(id));
    const active = (content: string) => post(1, { more: { content } });
    const others = { 'news-categories': [category(1), category(2)] };
    const first = {
      ...others,
      'service-groups': groups,
      'news-posts': [active('<p onclick="f()">α</p>'), post(2)],
    };
    const all = await bothOf(payload, { from: await saveCapture(whole(first)) });
    expect(all.text).toContain('\nActive in imported texts, and served as it came (1):\n');
    expect(all.differing).toEqual(['Everything in the capture would be imported.']);

    const same = await bothOf(payload, { from: await saveCapture(whole(first)) });
    for (const heading of ['Active in', 'Authors in', 'What fields'])
      expect(same.text).not.toContain(heading);

    const { id } = await stored(payload, 'service-groups', 1);
    await local(payload).update('service-groups', id, { title: 'Του συντάκτη', _status: 'published' });
    await local(payload).remove('service-groups', (await stored(payload, 'service-groups', 2)).id);
    const needed = await stored(payload, 'news-categories', 2);
    await local(payload).update('news-categories', needed.id, { _status: 'draft' });
    const now = {
      'news-categories': [category(1), category(2)],
      'service-groups': [group(1, { title: 'Της πηγής' }), group(2, { title: 'Της πηγής' }), group(3)],
      'news-posts': [
        active('<script>f()</script>'),
        post(2),
        post(3, { category: category(2) }),
        post(4, { related: [related(3)] }),
      ],
    };
    const from = await saveCapture(whole(now));
    const { text, differing } = await bothOf(payload, { from, allow: ['shrunk'], withdrawMissing: true });
    for (const section of [
      ['Allowed (shrunk): service-groups has 3 elements in the capture, and 4 of earlier imports are here.'],
      ['Active in imported texts, and served as it came (1):'],
      [
        'Refused (1), and not imported:',
        '  news-posts 3 «Νέο 3», element 2 of news-posts.json: the element needs news-categories:2:1, which an editor unpublished here',
      ],
      [
        'Left out (1), since it is refused; it comes back with the import that brings it:',
        '  news-posts 4 «Νέο 4», related: news-posts 3 «Νέο 3»',
      ],
      [
        'Withdrawn (2), since the source does not have them any more:',
        '  service-groups 4 «Ομάδα 4»',
        '  service-groups 5 «Ομάδα 5»',
      ],
      [
        'Changed here and in the source (2), and left as editors have it:',
        '  service-groups 1 «Της πηγής»',
        '    title',
        '      here    "Του συντάκτη"',
        '      source  "Της πηγής"',
        '  service-groups 2 «Της πηγής»: deleted here, and changed in the source',
      ],
    ])
      expect(text).toContain(`\n${section.join('\n')}\n`);
    expect(differing).toEqual([
      'It would be imported, but 1 element would be refused and 1 reference would be left out and 2 changes would be left out, since editors have changed the same.',
    ]);
  });
});

it('a preview of a plan that is no longer the one that was looked at says so', async () => {
  const payload = await startPayload();
  const from = await saveCapture(whole({ 'service-groups': [group(1)] }));
  await expect(previewImport(payload, { from, plan: 'another' })).rejects.toThrow(
    /is another plan \(\w+\) than another/,
  );
});
