import { DefaultTemplate } from '@payloadcms/next/templates';
import type { I18nClient } from '@payloadcms/translations';
import { Gutter, SetStepNav } from '@payloadcms/ui';
import type { AdminViewServerProps } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { inboxOf, REVIEW_WORDS, unseenForYear } from '../review/index.ts';
import { readableCollections } from './changes.ts';
import { Panel } from './Panel.tsx';
import { inboxPanels, inboxRow } from './panels.ts';
import { formatterOf, WORDS } from './words.ts';

/** More than anybody works through in a day. */
const MOST = 200;

const NOT_LOOKED_AT = bilingual(
  'Δημοσιευμένα που δεν άλλαξε και δεν κοίταξε κανείς για έναν χρόνο',
  'Published content that nobody has changed or looked at for a year',
);
const MORE = bilingual(
  `Φαίνονται τα ${MOST} πρώτα από κάθε είδος.`,
  `The first ${MOST} of each kind are shown.`,
);

/** What waits for the user: to be approved, changed, published, and looked at again. */
export async function InboxView({ initPageResult, params, searchParams }: AdminViewServerProps) {
  const { locale, permissions, req, visibleEntities } = initPageResult;
  const { i18n, payload, user } = req;
  const words = formatterOf(payload, i18n as I18nClient);
  const say = (text: Bilingual) => words.say(text);
  const collections = (await may.read(req)) ? await readableCollections(req) : [];
  const inbox = await inboxOf(req, collections, MOST);
  const unseen = await unseenForYear(req, collections, MOST);
  const panels = [
    ...inboxPanels(inbox, words),
    ...(unseen.length > 0
      ? [
          {
            heading: say(NOT_LOOKED_AT),
            rows: unseen.map((row) => inboxRow(row, words, WORDS.changed)),
            columns: '15rem',
          },
        ]
      : []),
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
          {inbox?.hasMore && <p>{say(MORE)}</p>}
        </main>
      </Gutter>
    </DefaultTemplate>
  );
}
