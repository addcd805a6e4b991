import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { readCaptured, verifyCaptured } from '../../src/migration/plan/captured.ts';
import { capture, type Files, section, usefulLink } from './captures.ts';

const [alpha, beta, gamma] = [
  usefulLink(1, { title: 'α' }),
  usefulLink(2, { title: 'β' }),
  usefulLink(3, { title: 'γ' }),
];
const LINKS = 'service-useful-links';
const BY_TITLE = `${LINKS}.ordering=title`;
const NOTHING = { missing: [], surplus: [], changed: [], moved: [] };

const plan = (files: Files) => readCaptured(capture(files), lists);

/** The planned document of one link. */
function planned(of: ReturnType<typeof plan>, api_id: number) {
  const found = [...of.documents.values()].find(({ document }) => document.api_id === api_id);
  if (!found) throw new Error(`no document is planned for ${api_id}`);
  return found;
}

describe('a captured response that the plan would not serve again is found', () => {
  it('where no collation explains its order', async () => {
    const made = plan({ [LINKS]: [alpha, beta, gamma], [BY_TITLE]: [alpha, gamma, beta] });
    expect(await verifyCaptured(made)).toEqual([
      {
        file: `${BY_TITLE}.json`,
        list: LINKS,
        comparison: { ...NOTHING, moved: [{ start: 1, end: 3, isOfOneLink: false }] },
        moved: [3, 2],
      },
    ]);
  });

  it('where it lacks what the default list has', async () => {
    const made = plan({ [LINKS]: [alpha, beta, gamma], [BY_TITLE]: [alpha, gamma] });
    expect(await verifyCaptured(made)).toEqual([
      { file: `${BY_TITLE}.json`, list: LINKS, comparison: { ...NOTHING, surplus: [1] }, moved: [] },
    ]);
  });

  it('where the order of the links is no order', async () => {
    const [one, two] = [section(1, ['a', 'b']), section(2, ['c'])];
    const BY_LINK = 'featured-sections.ordering=-section_two_links';
    const made = plan({ 'featured-sections': [one, two], [BY_LINK]: [one, two, one, two] });
    expect((await verifyCaptured(made)).map(({ file }) => file)).toEqual([`${BY_LINK}.json`]);
  });

  it('where a planned document says something else than its element', async () => {
    const made = plan({ [LINKS]: [alpha, beta, gamma], [BY_TITLE]: [alpha, beta, gamma] });
    planned(made, 2).document.url = 'https://portal.example/other';
    const comparison = { ...NOTHING, changed: [{ expected: 1, actual: 1 }] };
    expect(await verifyCaptured(made)).toEqual([
      { file: `${LINKS}.json`, list: LINKS, comparison, moved: [] },
      { file: `${BY_TITLE}.json`, list: LINKS, comparison, moved: [] },
    ]);
  });

  it.each<[string, (made: ReturnType<typeof plan>) => void]>([
    ['is not planned', (made) => made.documents.delete(planned(made, 3).id)],
    ['is planned as unlisted', (made) => Object.assign(planned(made, 3), { listed: false })],
  ])('where an element %s', async (_, change) => {
    const made = plan({ [LINKS]: [alpha, beta, gamma] });
    change(made);
    expect(await verifyCaptured(made)).toEqual([
      { file: `${LINKS}.json`, list: LINKS, comparison: { ...NOTHING, missing: [2] }, moved: [] },
    ]);
  });
});

describe('a captured response is as planned', () => {
  it('where elements that tie stand in another order', async () => {
    const twin = usefulLink(4, { title: 'β' });
    const made = plan({ [LINKS]: [alpha, beta, twin], [BY_TITLE]: [alpha, twin, beta] });
    expect(await verifyCaptured(made)).toEqual([]);
  });
});
