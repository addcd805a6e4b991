import { getTranslation, type I18nClient } from '@payloadcms/translations';
import { createLocalReq, type ServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { type Bilingual, speak } from '../../collections/fields/labels.ts';
import { portalOf } from '../../collections/portal.ts';
import { formatTime, zoneName } from '../i18n/zonedTime.ts';
import { STANDINGS } from '../publication/words.ts';
import type { PlannedAction } from '../scheduling/plannedFor.ts';
import { CHANGES } from '../scheduling/texts.ts';
import type { Changes, NamedDocument } from './changes.ts';
import { dashboardData } from './dashboardData.ts';
import { columnsOf, Note, Panel, Row, Rows } from './Panel.tsx';
import type { Served } from './served.ts';
import { stateSentence, WORDS } from './words.ts';

/** What the parts of one dashboard share. */
interface Words {
  say(text: Bilingual): string;
  time(iso: string): string;
  zone: string;
  /** The address of a document, or of a collection's list. */
  href(collection: string, id?: string): string;
  /** What a collection is called. */
  label(collection: string, form: 'plural' | 'singular'): string;
}

/** The first page of the admin: how the portal stands, and what there is to do. */
export async function Dashboard({ i18n, payload, user }: ServerProps) {
  if (!user) return null;
  const req = await createLocalReq({ user, req: { i18n } } as never, payload);
  const data = await dashboardData(req);
  if (!data) return null;
  const words = wordsOf(payload, i18n as I18nClient);
  const { mine, planned, published, served, waiting } = data;
  const bad = planned.filter(({ state }) => state === 'failed' || state === 'late');
  const good = planned.filter((each) => !bad.includes(each));
  return (
    <div
      className="portal-dashboard"
      style={{ display: 'grid', gap: 'var(--base)', marginBlockEnd: 'calc(var(--base) * 2)' }}
    >
      {bad.length > 0 && (
        <Panel heading={words.say(WORDS.failed)} tone="error">
          <Note>{words.say(WORDS.failedHelp)}</Note>
          <PlannedRows planned={bad} words={words} />
        </Panel>
      )}
      <Portal served={served} words={words} />
      <div style={{ ...columnsOf('20rem'), gap: 'var(--base)' }}>
        <ChangePanel
          changes={mine}
          heading={WORDS.mine}
          none={WORDS.noneMine}
          words={words}
          isCounted
          isOwn
        />
        {waiting && (
          <ChangePanel
            changes={waiting}
            heading={WORDS.waiting}
            none={WORDS.noneWaiting}
            words={words}
            isCounted
          />
        )}
        <Panel heading={words.say(WORDS.planned)}>
          <PlannedRows planned={good} words={words} />
        </Panel>
        <ChangePanel changes={published} heading={WORDS.published} none={WORDS.nonePublished} words={words} />
      </div>
      <Note>
        {words.say(WORDS.times)} {words.zone}.
      </Note>
    </div>
  );
}

function wordsOf({ collections, config }: ServerProps['payload'], i18n: I18nClient): Words {
  const { timeZone } = portalOf(config);
  const { language } = i18n;
  return {
    say: (text) => speak(text, language),
    // The zone is named once, at the end.
    time: (iso) => formatTime(iso, { timeZone, language }).split(' (')[0] ?? iso,
    zone: zoneName({ timeZone, language }),
    href: (collection, id) =>
      formatAdminURL({
        adminRoute: config.routes.admin,
        path: `/collections/${collection}${id === undefined ? '' : `/${id}`}`,
      }),
    label: (collection, form) =>
      getTranslation(collections[collection]?.config.labels[form] ?? collection, i18n),
  };
}

/** Whether the portal gets what is published, list by list. */
function Portal({ served: { flaws, lists, since, state }, words }: { served: Served; words: Words }) {
  const { href, label, say, time } = words;
  const { text, tone } = stateSentence(state, since && time(since));
  return (
    <Panel heading={say(WORDS.portal)} tone={flaws.length > 0 && tone === 'success' ? 'warning' : tone}>
      <p>{say(text)}</p>
      <Rows
        style={{ ...columnsOf('15rem'), columnGap: 'var(--base)', marginBlockStart: 'calc(var(--base) / 2)' }}
      >
        {lists.map(({ changed, collection, count }) => (
          <Row
            href={href(collection)}
            key={collection}
            notes={[
              [
                count !== undefined && `${count} ${say(count === 1 ? WORDS.element : WORDS.elements)}`,
                changed ? `${say(WORDS.changed)} ${time(changed)}` : say(WORDS.never),
              ]
                .filter(Boolean)
                .join(', '),
            ]}
            title={label(collection, 'plural')}
          />
        ))}
      </Rows>
      {flaws.length > 0 && (
        <>
          <h3 style={{ fontSize: '1rem', margin: 'var(--base) 0 0' }}>{say(WORDS.flaws)}</h3>
          <Rows>
            {flaws.map(({ missing, reason, ...document }) => (
              <DocumentRow
                document={document}
                key={`${document.collection} ${document.id} ${missing}`}
                notes={[reason ?? `${say(WORDS.lacks)} ${missing}`]}
                words={words}
              />
            ))}
          </Rows>
        </>
      )}
    </Panel>
  );
}

interface ChangePanelProps {
  changes: Changes;
  heading: Bilingual;
  none: Bilingual;
  /** Whether they are the user's own, so that nobody needs to be named. @default false */
  isOwn?: boolean;
  /** Whether to say how many there are. @default false */
  isCounted?: boolean;
  words: Words;
}

function ChangePanel({
  changes: { changes, total },
  heading,
  isCounted,
  isOwn,
  none,
  words,
}: ChangePanelProps) {
  const { say, time } = words;
  return (
    <Panel heading={total > 0 && isCounted ? `${say(heading)}: ${total}` : say(heading)}>
      <Rows none={say(none)}>
        {changes.map(({ at, by, standing, ...document }) => {
          const made = isOwn ? time(at) : `${by ?? say(WORDS.imported)}, ${time(at)}`;
          // That a draft is one, or that something published is live, says the heading.
          const isNamed = standing === 'withdrawn' || (isCounted && standing === 'changed');
          return (
            <DocumentRow
              document={document}
              key={`${document.collection} ${document.id} ${at}`}
              notes={[made, isNamed ? say(STANDINGS[standing]) : undefined]}
              words={words}
            />
          );
        })}
      </Rows>
    </Panel>
  );
}

function PlannedRows({ planned, words }: { planned: PlannedAction[]; words: Words }) {
  const { say, time } = words;
  return (
    <Rows none={say(WORDS.nonePlanned)}>
      {planned.map(({ at, by, change, collection, document, id, reason, title }) => (
        <DocumentRow
          document={{ collection, id: document, title: title ?? document }}
          key={id}
          notes={[`${say(CHANGES[change])}: ${time(at)}${by ? `, ${by}` : ''}`, reason]}
          words={words}
        />
      ))}
    </Rows>
  );
}

interface DocumentRowProps {
  document: NamedDocument;
  notes: (string | undefined)[];
  words: Words;
}

function DocumentRow({
  document: { collection, id, title },
  notes,
  words: { href, label },
}: DocumentRowProps) {
  const [first, ...others] = notes;
  const kind = label(collection, 'singular');
  return <Row href={href(collection, id)} notes={[`${kind} · ${first ?? ''}`, ...others]} title={title} />;
}
