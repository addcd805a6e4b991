import type { Payload } from 'payload';
import { expect, it } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { importCapture } from '../../src/migration/index.ts';
import { startPayload } from '../support/payload.ts';
import { saveCapture, usefulLink, whole } from './captures.ts';

const LINKS = 'service-useful-links';
const SETTINGS = 'portal-settings' as never;

const greek = ['α', 'Β', 'γ', 'Δ', 'ε'];
const links = greek.map((text, index) => usefulLink(index + 1, { title: text, slug: text }));
const by = (texts: string[]) => texts.map((text) => links.find(({ title }) => title === text));
const byCode = by([...greek].sort());

const captured = (more: Record<string, unknown[]>) =>
  saveCapture(whole({ [LINKS]: links, [`${LINKS}.ordering=title`]: byCode as object[], ...more }));

async function servedBy(payload: Payload, ordering: string): Promise<unknown> {
  const response = await (await portalReadModel(payload)).response(LINKS, ordering);
  return JSON.parse(response?.body.toString() ?? '');
}

const stored = (payload: Payload) => payload.findGlobal({ slug: SETTINGS });

it('a key with another collation than the rest is found out, stored, and sorted so', async () => {
  const payload = await startPayload();
  const from = await captured({ [`${LINKS}.ordering=-slug`]: [...links].reverse() });
  const report = await importCapture(payload, { from });
  expect(report.found).toMatchObject({ collation: 'el', otherCollation: [`${LINKS}.title=C`] });
  expect(report.notReproduced).toEqual([]);
  expect(await stored(payload)).toMatchObject({ collation: 'el', otherCollation: `${LINKS}.title=C` });
  expect(await servedBy(payload, 'title')).toEqual(byCode);
  expect(await servedBy(payload, 'slug')).toEqual(links);

  // Alone, it would say that all texts sort by code point.
  const { found } = await importCapture(payload, { from: await captured({}) });
  expect(found).toMatchObject({ collation: 'el', otherCollation: [`${LINKS}.title=C`] });
  expect(await stored(payload)).toMatchObject({ collation: 'el', otherCollation: `${LINKS}.title=C` });
  expect(await servedBy(payload, 'slug')).toEqual(links);

  const greekNow = await captured({
    [`${LINKS}.ordering=title`]: links,
    [`${LINKS}.ordering=-slug`]: [...links].reverse(),
  });
  await importCapture(payload, { from: greekNow });
  expect(await stored(payload)).toMatchObject({ collation: 'el', otherCollation: '' });
});

it('a key that somebody has set stays so, and what a capture says else is named', async () => {
  const payload = await startPayload();
  const set = (otherCollation: string) =>
    payload.updateGlobal({ slug: SETTINGS, data: { otherCollation } as never });
  for (const wrong of ['titel=C', 'title', 'title=D']) {
    await expect(set(`${LINKS}.${wrong}`)).rejects.toThrow();
  }
  await set(`${LINKS}.slug=C, ${LINKS}.description=general_ci`);
  const from = await captured({ [`${LINKS}.ordering=-slug`]: [...links].reverse() });
  const { conflicts } = await importCapture(payload, { from });
  expect(conflicts).toEqual([
    expect.objectContaining({
      list: 'portal-settings',
      fields: [
        {
          field: 'otherCollation',
          here: `${LINKS}.slug=C, ${LINKS}.description=general_ci`,
          source: `${LINKS}.title=C`,
        },
      ],
    }),
  ]);
  expect(await servedBy(payload, 'slug')).toEqual(byCode);
});
