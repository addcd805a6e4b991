import type { I18nClient } from '@payloadcms/translations';
import { Link } from '@payloadcms/ui';
import { type AdminViewServerProps, createLocalReq, type ServerProps } from 'payload';
import type { CSSProperties } from 'react';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Alerts } from '../publication/components/Alerts.tsx';
import type { Item } from './documents.ts';
import { stateSentence } from './served.ts';
import { whatWaits } from './waiting.ts';
import { formatterOf, WORDS } from './words.ts';

/** How many items of each kind are shown: at first, and each time one asks for more. */
const SHOWN = [6, 200, 1000, 5000];

const FIRST = (count: number) =>
  bilingual(`Φαίνονται τα ${count} πρώτα από κάθε είδος.`, `The first ${count} of each kind are shown.`);
const MORE = (count: number) => bilingual(`Εμφάνιση των ${count} πρώτων`, `Show the first ${count}`);

/** The first page of the admin: the state of the portal, what is new, and what waits for the user. */
export async function Dashboard({
  i18n,
  payload,
  searchParams,
  user,
}: Pick<AdminViewServerProps, 'searchParams'> & ServerProps) {
  if (!user) return null;
  const req = await createLocalReq({ user, req: { i18n } } as never, payload);
  const words = formatterOf(payload, i18n as I18nClient);
  const { href, label, say, time } = words;
  const shown = SHOWN.find((each) => String(each) === searchParams?.rows) ?? SHOWN[0] ?? 0;
  const next = SHOWN[SHOWN.indexOf(shown) + 1];
  const data = await whatWaits(req, words, shown);
  if (!data) return null;
  const { isEditor, news, served, waiting } = data;
  const { text, tone } = stateSentence(served.state, served.since && time(served.since), isEditor);
  const lists = served.lists.map(({ collection, count }) => ({
    key: collection,
    href: href(collection),
    title: label(collection, 'plural'),
    notes: count === undefined ? [] : [`${count} ${say(count === 1 ? WORDS.element : WORDS.elements)}`],
  }));
  return (
    <div
      className="portal-dashboard"
      style={{ display: 'grid', gap: 'var(--base)', marginBlockEnd: 'calc(var(--base) * 2)' }}
    >
      <style href="portal-content-dashboard" precedence="default">
        {CARDS}
      </style>
      <h1 style={{ fontSize: '2.2rem', margin: 0 }}>{say(WORDS.dashboard)}</h1>
      <Panel heading={say(WORDS.portal)} items={lists} text={say(text)} tone={tone} />
      {news.length > 0 && <Panel heading={say(WORDS.news)} items={news} />}
      {waiting.map(({ kind, ...panel }) => (
        <Panel key={kind} {...panel} />
      ))}
      {waiting.length === 0 && <p>{say(WORDS.nothing)}</p>}
      {waiting.some(({ hasMore }) => hasMore) && (
        <p>
          {say(FIRST(shown))} {next && <Link href={`?rows=${next}`}>{say(MORE(next))}</Link>}
        </p>
      )}
      <div style={STYLES.note}>
        {say(WORDS.times)} {words.zone}.
      </div>
    </div>
  );
}

interface PanelProps {
  heading: string;
  items: Item[];
  /** Before the items. */
  text?: string;
  /** The color of its edge. @default none */
  tone?: 'error' | 'success' | 'warning';
}

function Panel({ heading, items, text, tone }: PanelProps) {
  // A shadow, so that what is in all panels begins in one line.
  const edge = tone && { boxShadow: `inset 4px 0 0 var(--theme-${tone}-500)` };
  return (
    <section aria-label={heading} style={{ ...STYLES.panel, ...edge }}>
      <h2 style={STYLES.heading}>{heading}</h2>
      {text && <p style={{ marginBlockEnd: 'calc(var(--base) / 2)' }}>{text}</p>}
      <ul style={STYLES.list}>
        {items.map(({ alert, href, key, notes, title }) => (
          <li key={key} style={STYLES.item}>
            {href === undefined ? (
              <span style={STYLES.title}>{title}</span>
            ) : (
              <Link href={href} prefetch={false} style={STYLES.title} title={title}>
                {title}
              </Link>
            )}
            {notes.map((note) => (
              <div key={note} style={STYLES.note}>
                {note}
              </div>
            ))}
            <Alerts alerts={alert ? [alert] : []} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** At most so many lines. */
const clamped = (lines: number): CSSProperties => ({
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: lines,
});

/** Payload's colors, which follow the theme. No style needs a media query. */
const STYLES = {
  panel: {
    background: 'var(--theme-elevation-50)',
    borderRadius: 'var(--style-radius-m)',
    minWidth: 0,
    padding: 'var(--base)',
  },
  heading: { fontSize: '1.1rem', margin: '0 0 calc(var(--base) / 2)' },
  // As many columns as fit, one on a phone.
  list: {
    columnGap: 'var(--base)',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  item: { borderTop: '1px solid var(--theme-elevation-150)', overflowWrap: 'anywhere', padding: '0.5rem 0' },
  title: { ...clamped(2), paddingBlock: 2 },
  // A reason may be long, and stands whole at the document.
  note: { color: 'var(--theme-elevation-650)', ...clamped(3) },
} satisfies Record<string, CSSProperties>;

/** Payload's cards in line with the panels, and their headings no larger than that of the page. Its CSS layers have lower precedence. */
const CARDS = `
.portal-dashboard ~ * .modular-dashboard { margin-inline: -6px; }
.portal-dashboard ~ * .collections h2 { font-size: 1.4rem; }
`;
