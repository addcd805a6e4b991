import { getTranslation, type I18nClient } from '@payloadcms/translations';
import { createLocalReq, type ServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { portalOf } from '../../../collections/portal/portal.ts';
import { type Bilingual, speak } from '../../i18n/bilingual.ts';
import { formatTime, zoneName } from '../../i18n/zonedTime.ts';
import type { PlannedAction } from '../planning/plannedFor.ts';
import { CHANGES, PLANNED_HASH, troubleOf } from '../planning/texts.ts';
import { STANDINGS } from '../publication/words.ts';
import type { Change, NamedDocument } from './changes.ts';
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
  /** The label of a collection. */
  label(collection: string, form: 'plural' | 'singular'): string;
}

/** The first page of the admin: how the portal stands, and what there is to do. */
export async function Dashboard({ i18n, payload, user }: ServerProps) {
  if (!user) return null;
  const req = await createLocalReq({ user, req: { i18n } } as never, payload);
  const data = await dashboardData(req);
  if (!data) return null;
  const words = wordsOf(payload, i18n as I18nClient);
  const { isEditor, mine, planned, published, served, waiting } = data;
  const bad = planned.filter(troubleOf);
  const good = planned.filter((each) => !bad.includes(each));
  return (
    <div
      className="portal-dashboard"
      style={{ display: 'grid', gap: 'var(--base)', marginBlockEnd: 'calc(var(--base) * 2)' }}
    >
      <h1 style={{ fontSize: '1.6rem', margin: 0 }}>{words.say(WORDS.dashboard)}</h1>
      {bad.length > 0 && (
        <Panel heading={words.say(WORDS.failed)} tone="error">
          <Note>{words.say(isEditor ? WORDS.failedHelp : WORDS.failedToAuthor)}</Note>
          <PlannedRows planned={bad} words={words} />
        </Panel>
      )}
      <Portal isEditor={isEditor} served={served} words={words} />
      <div style={{ ...columnsOf('20rem'), gap: 'var(--base)' }}>
        <ChangePanel {...mine} heading={WORDS.mine} none={WORDS.noneMine} words={words} isOwn />
        {waiting && (
          <ChangePanel {...waiting} heading={WORDS.waiting} none={WORDS.noneWaiting} words={words} />
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
function Portal({
  isEditor,
  served: { flaws, lists, since, state },
  words,
}: {
  isEditor: boolean;
  served: Served;
  words: Words;
}) {
  const { href, label, say, time } = words;
  const { text, tone } = stateSentence(state, since && time(since), isEditor);
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
  changes: Change[];
  /** How many there are of which these are the latest. @default not said */
  total?: number;
  heading: Bilingual;
  none: Bilingual;
  /** Whether they are the user's own, so that nobody needs to be named. @default false */
  isOwn?: boolean;
  words: Words;
}

function ChangePanel({ changes, heading, isOwn, none, total, words }: ChangePanelProps) {
  const { say, time } = words;
  return (
    <Panel heading={total ? `${say(heading)}: ${total}` : say(heading)}>
      <Rows none={say(none)}>
        {changes.map(({ at, by, standing, ...document }) => {
          const made = isOwn ? time(at) : `${by ?? say(WORDS.imported)}, ${time(at)}`;
          // That a draft is one, or that something published is live, says the heading.
          const isNamed = standing === 'withdrawn' || (total !== undefined && standing === 'changed');
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
      {planned.map((action) => {
        const { at, by, change, collection, document: id, reason, title = id } = action;
        const trouble = troubleOf(action);
        return (
          <DocumentRow
            alert={trouble && `${say(trouble)}${reason === undefined ? '.' : `: ${reason}`}`}
            document={{ collection, id, title }}
            hash={PLANNED_HASH}
            key={action.id}
            notes={[`${say(CHANGES[change])}: ${time(at)}${by ? `, ${by}` : ''}`]}
            words={words}
          />
        );
      })}
    </Rows>
  );
}

interface DocumentRowProps {
  alert?: string | undefined;
  document: NamedDocument;
  /** What its page opens with. */
  hash?: string;
  notes: (string | undefined)[];
  words: Words;
}

function DocumentRow({
  alert,
  document: { collection, id, title },
  hash = '',
  notes,
  words: { href, label },
}: DocumentRowProps) {
  const [first, ...others] = notes;
  const kind = label(collection, 'singular');
  return (
    <Row
      alert={alert}
      href={href(collection, id) + hash}
      notes={[`${kind} · ${first ?? ''}`, ...others]}
      title={title}
    />
  );
}
