import { DefaultTemplate } from '@payloadcms/next/templates';
import type { I18nClient } from '@payloadcms/translations';
import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import type { AdminViewServerProps } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { type InboxRows, inboxOf, unseenForYear } from '../review/inbox.ts';
import { WORDS as REVIEW_WORDS } from '../review/words.ts';
import { readableCollections } from './changes.ts';
import { Panel } from './Panel.tsx';
import { inboxPanels, inboxRow } from './panels.ts';
import { formatterOf, WORDS } from './words.ts';

/** How many rows of each kind are shown: at first, and each time one asks for more. */
const SHOWN = [200, 1000, 5000];

const NOT_LOOKED_AT = bilingual(
  'Δημοσιευμένα που δεν άλλαξε και δεν κοίταξε κανείς για έναν χρόνο',
  'Published content that nobody has changed or looked at for a year',
);
const FIRST = (count: number) =>
  bilingual(`Φαίνονται τα ${count} πρώτα από κάθε είδος.`, `The first ${count} of each kind are shown.`);
const MORE = (count: number) => bilingual(`Εμφάνιση των ${count} πρώτων`, `Show the first ${count}`);

/** What waits for the user: to be approved, changed, published, and looked at again. */
export async function InboxView({ initPageResult, params, searchParams }: AdminViewServerProps) {
  const { locale, permissions, req, visibleEntities } = initPageResult;
  const { i18n, payload, user } = req;
  const words = formatterOf(payload, i18n as I18nClient);
  const say = (text: Bilingual) => words.say(text);
  const collections = (await may.read(req)) ? await readableCollections(req) : [];
  const shown = SHOWN.find((each) => String(each) === searchParams?.rows) ?? SHOWN[0] ?? 0;
  const next = SHOWN[SHOWN.indexOf(shown) + 1];
  const [inbox, unseen] = await Promise.all([
    inboxOf(req, collections, shown),
    unseenForYear(req, collections, shown),
  ]);
  const hasMore = [...Object.values(inbox ?? {}), unseen].some((kind: InboxRows) => kind.hasMore);
  const old = unseen.rows.map((row) => inboxRow(row, words, WORDS.changed));
  const panels = [
    ...inboxPanels(inbox, words),
    ...(old.length > 0 ? [{ heading: say(NOT_LOOKED_AT), rows: old, columns: '15rem' }] : []),
  ];
  return (
    <DefaultTemplate
      i18n={i18n}
      payload={payload}
      visibleEntities={visibleEntities}
      {...(locale && { locale })}
      {...(params && { params })}
      {...(permissions && { permissions })}
      {...(searchParams && { searchParams })}
      {...(user && { user })}
    >
      <SetStepNav nav={[{ label: say(REVIEW_WORDS.inbox) }]} />
      <Gutter>
        <main style={{ display: 'grid', gap: 'var(--base)', marginBlockEnd: 'calc(var(--base) * 2)' }}>
          <h1 style={{ fontSize: '2.2rem', margin: 0 }}>{say(REVIEW_WORDS.inbox)}</h1>
          {panels.length === 0 && <p>{say(REVIEW_WORDS.noneWaits)}</p>}
          {panels.map((panel) => (
            <Panel key={panel.heading} {...panel} />
          ))}
          {hasMore && (
            <p>
              {say(FIRST(shown))} {next && <Link href={`?rows=${next}`}>{say(MORE(next))}</Link>}
            </p>
          )}
        </main>
      </Gutter>
    </DefaultTemplate>
  );
}
