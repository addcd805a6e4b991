import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createHandler, nodeListener } from '../../endpoints/http/index.ts';
import { importSummary } from '../../src/commands/importSummary.ts';
import { portalReadModel } from '../../src/index.ts';
import { captureLegacy, compareWithCapture, importCapture } from '../../src/migration/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import { startLegacySystem } from '../support/legacySystem.ts';
import { startPayload } from '../support/payload.ts';
import { saveCapture, section, usefulLink, whole } from './captures.ts';
import { DOCUMENTED, type LegacyPortal, respond, SLUGS } from './legacyPortal.ts';
import { RECORDED, TITLES } from './textOrders.ts';

const LINKS = 'service-useful-links';
const SECTIONS = 'featured-sections';

const chosen = RECORDED.filter(({ collation }) => ['libc', 'en-icu72', 'general_ci'].includes(collation));

it.each(chosen)('a portal on $by moves with its orders', async ({ collation, titles }) => {
  const isMysql = collation === 'general_ci';
  const ids = [3, 1, 2, 5, 4];
  const portal: LegacyPortal = {
    collation: 'C',
    elementPerLink: true,
    defaults: {
      [SECTIONS]: 'id',
      'service-groups': 'order,id',
      'news-posts': '-created_timestamp',
      'news-categories': 'id',
      [LINKS]: 'title',
    },
    records: {
      [SECTIONS]: ids.map((id, at) => ({
        element: section(id, at === 2 ? [] : [`τ${id}`]),
        linkIds: at === 2 ? [] : [id],
      })),
      'service-groups': [],
      'news-posts': [],
      'news-categories': [],
      [LINKS]: TITLES.map((title, index) => ({ element: usefulLink(index + 1, { title, slug: '' }) })),
    },
    seed: 0,
    recorded: titles,
    nullsFirst: isMysql,
  };
  const bodies = SLUGS.flatMap((slug) =>
    [undefined, ...(DOCUMENTED[slug] ?? [])].map((ordering) => [
      ordering === undefined ? slug : `${slug}.ordering=${ordering}`,
      respond(portal, slug, ordering),
    ]),
  );
  const legacy = await startLegacySystem(Object.fromEntries(bodies));
  const folder = await freshFolder();
  await captureLegacy({ from: legacy.url, to: folder });

  const payload = await startPayload();
  const report = await importCapture(payload, { from: folder });
  expect(report.notReproduced).toEqual([]);
  expect(await payload.findGlobal({ slug: 'portal-settings' as never })).toMatchObject({
    collation,
    otherCollation: '',
    emptyFirst: isMysql ? `${SECTIONS}.section_two_links` : '',
    service_useful_links: { ordering: expect.stringMatching(/^title/) },
  });
  expect(importSummary(report, { from: folder })).toContain(
    `order of ${LINKS}.title: ${collation} explains 64 of 64 neighbours; next best: `,
  );

  const handler = createHandler({ readModel: await portalReadModel(payload) });
  const server = createServer(nodeListener(handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const parity = await compareWithCapture({ legacy: folder, url });
  expect(parity.canSwitch).toMatch(/^Yes\./);
});

it('an order that no collation explains is said with its measure, and what to do', async () => {
  const last = (title: string) => [...title].reverse().join('');
  const links = TITLES.map((title, index) => usefulLink(index + 1, { title, slug: '' }));
  const byEnd = links.toSorted((a, b) => (last(String(a.title)) < last(String(b.title)) ? -1 : 1));
  const from = await saveCapture(whole({ [LINKS]: links, [`${LINKS}.ordering=title`]: byEnd }));
  const payload = await startPayload();
  const said = importSummary(await importCapture(payload, { from }), { from });
  expect(said).not.toMatch(/^\s*collation:/m);
  expect(said).toMatch(
    new RegExp(
      `order of ${LINKS}\\.title: no collation that is known; \\S+ explains \\d+ of 32 neighbours; next best: \\S+, \\d+`,
    ),
  );
  expect(said).toContain(
    `Not explained: the order in ${LINKS}.ordering=title.json follows from no setting, and is not served again exactly: 33 of its elements stand at other places (id `,
  );
  expect(said).toContain(
    'What now: choose in the portal settings the collation that the legacy database has (docs/migration.md#orders-of-texts)',
  );
});
