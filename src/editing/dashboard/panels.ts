import type { WebhookReport } from '../../changes/webhooks/state.ts';
import type { Bilingual } from '../../payload/i18n/bilingual.ts';
import { FINDINGS, LINKS, REASONS } from '../checks/collections.ts';
import { readable } from '../checks/rules/index.ts';
import { CHECK_LABELS } from '../checks/settings.ts';
import { CHANGES, PLANNED_HASH, type PlannedAction, troubleOf } from '../planning/words.ts';
import { STATUSES } from '../publication/words.ts';
import type { Inbox, InboxRow, InboxRows } from '../review/inbox.ts';
import { WORDS as REVIEW_WORDS } from '../review/words.ts';
import type { Change, NamedDocument } from './changes.ts';
import type { CheckTotals, DashboardData } from './dashboardData.ts';
import type { PanelProps, PanelRow } from './Panel.tsx';
import type { FlawedDocument, ServedList } from './served.ts';
import { type Formatter, stateSentence, WEBHOOK_REASONS, WORDS } from './words.ts';

/** The panels of the dashboard: those of full width, and those side by side. */
export function panelsOf(
  data: DashboardData,
  words: Formatter,
): { first: PanelProps[]; others: PanelProps[] } {
  const { found, inbox, isEditor, mine, planned, published, served, waiting, webhooks } = data;
  const { flaws, lists, since, state } = served;
  const { say, time } = words;
  const { text, tone } = stateSentence(state, since && time(since), isEditor);
  const [bad, good] = [planned.filter(troubleOf), planned.filter((each) => !troubleOf(each))];
  const changes = (heading: string, all: Change[], none: Bilingual, known: KnownFacts): PanelProps => ({
    heading,
    rows: all.map((each) => changeRow(each, known, words)),
    none: say(none),
  });
  const drafts = (heading: Bilingual, { changes: all, total }: typeof mine, none: Bilingual, isOwn = false) =>
    changes(total > 0 ? `${say(heading)}: ${total}` : say(heading), all, none, { isOwn, isDraft: true });
  const failed: PanelProps = {
    heading: say(WORDS.failed),
    tone: 'error',
    text: say(isEditor ? WORDS.failedHelp : WORDS.failedToAuthor),
    rows: bad.map((each) => plannedRow(each, words)),
  };
  const portal: PanelProps = {
    heading: say(WORDS.portal),
    tone,
    text: say(text),
    rows: lists.map((list) => listRow(list, words)),
    columns: '15rem',
  };
  const flawed: PanelProps = {
    heading: say(WORDS.flaws),
    tone: 'warning',
    rows: flaws.map((flaw) => flawRow(flaw, words)),
  };
  return {
    first: [
      ...(bad.length > 0 ? [failed] : []),
      ...inboxPanels(inbox, words, {
        key: 'all',
        href: words.inbox,
        title: say(WORDS.allInInbox),
        notes: [],
      }),
      portal,
      ...(flaws.length > 0 ? [flawed] : []),
      ...foundPanels(found, words),
    ],
    others: [
      drafts(WORDS.mine, mine, WORDS.noneMine, true),
      ...(waiting ? [drafts(WORDS.waiting, waiting, WORDS.noneWaiting)] : []),
      {
        heading: say(WORDS.planned),
        rows: good.map((each) => plannedRow(each, words)),
        none: say(WORDS.nonePlanned),
      },
      changes(say(WORDS.published), published, WORDS.nonePublished, {}),
      ...(webhooks.length > 0 ? [webhookPanel(webhooks, words)] : []),
    ],
  };
}

/** Facts that the heading states, so that the rows need not repeat them. */
interface KnownFacts {
  /** All changes are the user's own. */
  isOwn?: boolean;
  isDraft?: boolean;
}

function changeRow({ at, by, standing, ...document }: Change, known: KnownFacts, words: Formatter): PanelRow {
  const { say, time } = words;
  const made = known.isOwn ? time(at) : `${by ?? say(WORDS.imported)}, ${time(at)}`;
  const isNamed = standing === 'withdrawn' || (known.isDraft && standing === 'changed');
  return documentRow(document, [made, ...(isNamed ? [say(STATUSES[standing])] : [])], words);
}

function plannedRow(action: PlannedAction, words: Formatter): PanelRow {
  const { at, by, change, collection, document: id, reason, title } = action;
  const { say, time } = words;
  const trouble = troubleOf(action);
  const notes = [`${say(CHANGES[change])}: ${time(at)}, ${by}`];
  const row = documentRow({ collection, id, title }, notes, words);
  return {
    ...row,
    key: String(action.id),
    href: row.href + PLANNED_HASH,
    alert: trouble && `${say(trouble)}${reason ? `: ${say(reason)}` : '.'}`,
  };
}

/** What waits for the user, as far as something does. @param more a row after those of a kind that has more */
export function inboxPanels(inbox: Inbox | undefined, words: Formatter, more?: PanelRow): PanelProps[] {
  if (!inbox) return [];
  const kinds: [Bilingual, InboxRows, PanelProps['tone']][] = [
    [REVIEW_WORDS.submittedToMe, inbox.submitted, 'warning'],
    [REVIEW_WORDS.sentBackToMe, inbox.sentBack, 'warning'],
    [REVIEW_WORDS.approvedWaits, inbox.approved, 'success'],
    [REVIEW_WORDS.dueAgain, inbox.lookAgain, undefined],
  ];
  return kinds.flatMap(([heading, { hasMore, rows }, tone]) => {
    if (rows.length === 0) return [];
    const due = heading === REVIEW_WORDS.dueAgain ? WORDS.due : undefined;
    const shown = rows.map((row) => inboxRow(row, words, due));
    return {
      heading: words.say(heading),
      rows: hasMore && more ? [...shown, more] : shown,
      columns: '15rem',
      ...(tone && { tone }),
    };
  });
}

/** @param when what the time of the row is, where the heading does not say it */
export function inboxRow(
  { at, by, collection, id, note, title }: InboxRow,
  words: Formatter,
  when?: Bilingual,
): PanelRow {
  const made = when
    ? `${words.say(when)} ${words.time(at)}`
    : [by, words.time(at)].filter(Boolean).join(', ');
  return documentRow({ collection, id, title }, [made, ...(note ? [`«${note}»`] : [])], words);
}

function flawRow({ missing, reason, ...document }: FlawedDocument, words: Formatter): PanelRow {
  const row = documentRow(document, [reason ?? `${words.say(WORDS.lacks)} ${missing}`], words);
  return { ...row, key: `${row.key} ${missing}` };
}

function listRow(
  { changed, collection, count }: ServedList,
  { href, label, say, time }: Formatter,
): PanelRow {
  const elements =
    count === undefined ? [] : [`${count} ${say(count === 1 ? WORDS.element : WORDS.elements)}`];
  const last = changed ? `${say(WORDS.changed)} ${time(changed)}` : say(WORDS.never);
  return {
    key: collection,
    href: href(collection),
    title: label(collection, 'plural'),
    notes: [[...elements, last].join(', ')],
  };
}

function documentRow(
  { collection, id, title }: NamedDocument,
  [first, ...others]: string[],
  { href, label }: Formatter,
): PanelRow {
  return {
    key: `${collection} ${id}`,
    href: href(collection, id),
    title,
    notes: [`${label(collection, 'singular')} · ${first}`, ...others],
  };
}

/** The panels with what the checks have found in published documents; none if they have found nothing. */
function foundPanels({ broken, findings }: CheckTotals, words: Formatter): PanelProps[] {
  const { filtered, say } = words;
  const links = broken.links.map((link) => linkRow(link, words));
  const all: PanelRow = {
    key: 'all',
    href: filtered(LINKS, 'state', 'broken'),
    title: `${say(WORDS.allLinks)}: ${broken.total}`,
    notes: [],
  };
  const found = findings.map(
    ({ check, total }): PanelRow => ({
      key: check,
      href: filtered(FINDINGS, 'check', check),
      title: `${say(CHECK_LABELS[check])}: ${total}`,
      notes: [],
    }),
  );
  return [
    ...(links.length > 0
      ? [{ heading: say(WORDS.broken), tone: 'warning' as const, rows: [...links, all], columns: '20rem' }]
      : []),
    ...(found.length > 0 ? [{ heading: say(WORDS.found), rows: found, columns: '15rem' }] : []),
  ];
}

function webhookPanel(webhooks: WebhookReport[], { say, time }: Formatter): PanelProps {
  const rows = webhooks.map(({ delivered, failing, name }): PanelRow => {
    const last =
      delivered === undefined ? say(WORDS.notDelivered) : `${say(WORDS.delivered)} ${time(delivered)}`;
    const reason = failing && say(WEBHOOK_REASONS[failing.reason]).replace('%', String(failing.status));
    const alert = failing && `${reason} ${say(WORDS.since)} ${time(failing.since)}. ${say(WORDS.sentAgain)}`;
    return { key: name, title: name, notes: [last], alert };
  });
  const isFailing = webhooks.some(({ failing }) => failing);
  return { heading: say(WORDS.webhooks), rows, ...(isFailing && { tone: 'warning' }) };
}

function linkRow(
  link: CheckTotals['broken']['links'][number],
  { href, label, say, time }: Formatter,
): PanelRow {
  const { address, collectionSlug, document, id, reason, since, title, words } = link;
  const why = reason ? say(REASONS[reason]) : '';
  const from = since ? `${say(WORDS.since)} ${time(since)}` : '';
  return {
    key: String(id),
    href: href(collectionSlug, document),
    title,
    notes: [
      `${label(collectionSlug, 'singular')} · ${words && words !== title ? `«${words}» ` : ''}${readable(address)}`,
      [why, from].filter(Boolean).join(', '),
    ],
  };
}
