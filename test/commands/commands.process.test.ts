import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeListener } from '../../endpoints/http/index.ts';
import { lists } from '../../endpoints/lists/index.ts';
import { createHandler, portalReadModel } from '../../src/index.ts';
import { category, post, saveCapture, whole } from '../migration/captures.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { CAPTURE, run } from '../support/portal.ts';

describe('portal-content import', () => {
  it('says what it did, what it refused and why, and ends with 1', async () => {
    const from = await saveCapture({
      'news-categories': [category(1), { ...category(2), extra: 1 }, category(3)],
      'news-posts': [post(5)],
    });
    const uri = await freshDatabaseUri();
    const { code, output, errors } = await run(
      ['import', '--from', from, '--allow', 'older,missing', '--no-backup'],
      uri,
    );
    for (const line of [
      'featured-sections: the capture has no featured-sections.json; left as it is',
      'news-posts: 1 created, 0 updated, 0 unchanged, 0 refused',
      'news-categories: 2 created, 0 updated, 0 unchanged, 1 refused',
      '  news-categories default order: id (explains 2 of 2 elements; next best: title, 2)',
      'Allowed (missing): featured-sections.json is missing.',
      'Accounts are made in the admin, or many at once over REST: docs/migration.md#accounts',
      '  news-categories 2 «Κατηγορία 2», element 1 of news-categories.json: extra is a key that the list does not have',
      'Imported, but 3 files were missing or passed over and 1 element was refused.',
    ])
      expect(output.split('\n')).toContain(line);
    expect(errors).toMatch(/^Reading the captures\n.*\n(Preparing documents: 3\n)?(Writing news-.*\n)*$/);
    expect(code).toBe(1);
  });

  it('says beforehand what it would do, to a person and to a program', async () => {
    const uri = await freshDatabaseUri();
    const from = await saveCapture(whole({ 'news-categories': [category(1), category(2)] }));
    const dry = await run(['import', '--from', from, '--dry-run'], uri);
    const plan = / --plan ([0-9a-f]{16})\n$/.exec(dry.output)?.[1] ?? '';
    expect(dry.code).toBe(0);
    for (const line of [
      'new (2): would be created',
      '  news-categories 1 «Κατηγορία 1»',
      'news-categories: 2 created, 0 updated, 0 unchanged, 0 refused',
      `Nothing has been written. To do this and nothing else: npx portal-content import --from ${from} --plan ${plan}`,
    ])
      expect(dry.output.split('\n')).toContain(line);
    const json = await run(['import', '--from', from, '--dry-run', '--json'], uri);
    expect(JSON.parse(json.output)).toMatchObject({ plan, changes: [{ rule: 'new' }, { rule: 'new' }] });
    const refused = await saveCapture(
      whole({ 'news-categories': [{ ...category(1), extra: 1 }, category(2)] }),
    );
    const partly = await run(['import', '--from', refused, '--dry-run'], uri);
    expect(partly).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        '\nRefused (1), and not imported:\n  news-categories 1 «Κατηγορία 1», element 0 of news-categories.json: extra is a key that the list does not have\n\nIt would be imported, but 1 element would be refused.\n',
      ),
    });
  }, 120_000);

  it.each<[string, string[], RegExp]>([
    [
      'a word is none',
      ['--from', '/', '--allow', 'all'],
      /The words are missing, empty, shrunk, older, future, foreign\./,
    ],
    ['no folder is named', [], /required option '--from <dir>'/],
  ])('ends with 2 when %s', async (_, args, message) => {
    const { code, errors } = await run(['import', ...args]);
    expect(errors).toMatch(message);
    expect(code).toBe(2);
  });

  it('ends with 2 when there are no files', async () => {
    const { code, errors } = await run(['import', '--from', CAPTURE, '--media', 'copy']);
    expect(errors).toMatch(/--from URL --to \S+capture --media\n/);
    expect(code).toBe(2);
  });
});

describe('portal-content parity', () => {
  it('ends with 0, 1 or 2, and writes what it found', async () => {
    const payload = await startPayload();
    const handler = createHandler({ readModel: await portalReadModel(payload) });
    const server = createServer(nodeListener(handler)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onFileEnd(async () => {
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const empty = await saveCapture(whole({}));
    const all = lists.length;
    const same = await run(['parity', '--legacy', empty, '--new', url]);
    expect(same).toEqual({
      code: 0,
      output: expect.stringMatching(
        new RegExp(
          `^(\\[.\\/${all}\\] [a-z-]+: same\\n){${all}}\\nThe same: ${all} of ${all} captured responses\\.\\n\\nCan I switch\\? Yes\\. Browsers of other sites were not tried: .*\\n$`,
        ),
      ),
      errors: '',
    });

    const log = path.join(await freshFolder(), 'access.log');
    const logged = (target: string) =>
      `203.0.113.7 - - [01/Nov/2026:09:00:00 +0200] "GET ${target} HTTP/1.1" 200 5 "-" "curl/8"\n`;
    const categories = '/el/api/v1/news-categories/';
    await writeFile(log, `${logged(categories)}${logged(`${categories}?format=json`)}${logged('/')}`);
    const asked = await run(['parity', '--legacy', empty, '--new', url, '--requests', log]);
    expect(asked.output).toMatch(
      /\n\nThe same: 2 of 2 requests of clients\.\n\nCan I switch\? Yes\. Browsers of other sites were not tried: .*\n$/,
    );
    expect(asked.code).toBe(0);

    const file = path.join(await freshFolder(), 'report.json');
    const page = path.join(await freshFolder(), 'report.html');
    const other = await saveCapture(whole({ 'news-categories': [category(1, '<img src="x">')] }));
    const reports = ['--json', file, '--html', page, '--requests', log];
    const different = await run(['parity', '--legacy', other, '--new', url, ...reports]);
    expect(different.output).toMatch(
      /\n\n0 of 2 requests of clients are the same, 2 differ\.\n\nCan I switch\? No: news-categories, GET \S+ \(1\), GET \S+ \(1\) are different\.\n$/,
    );
    expect(different.output).toContain('/5] news-categories: DIFFERENT (1 difference)');
    expect(different.code).toBe(1);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      verdict: 'different',
      rows: expect.arrayContaining([
        expect.objectContaining({
          list: 'news-categories',
          differences: [expect.objectContaining({ kind: 'missing', id: 1 })],
        }),
      ]),
    });

    const html = await readFile(page, 'utf8');
    expect(html).toContain(
      '<strong>Can I switch?</strong> No: news-categories, GET /el/api/v1/news-categories/',
    );
    expect(html).toContain('<td>news-categories</td><td>1</td><td>DIFFERENT</td>');
    expect(html).toContain(
      '<td>GET /el/api/v1/news-categories/?format=json</td><td>1</td><td>DIFFERENT</td>',
    );
    expect(html).toContain('&lt;img src=');
    // Nothing is loaded, and nothing runs.
    expect(html).not.toMatch(/<(?:script|img|link|iframe)|<[^>]*\b(?:src|href)=|url\(|@import/i);

    const away = await run(['parity', '--legacy', other, '--new', 'http://127.0.0.1:1']);
    expect(away.output).toContain('NOT COMPARED');
    expect(away.code).toBe(2);
  }, 120_000);
});
