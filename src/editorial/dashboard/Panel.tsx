import { Link } from '@payloadcms/ui';
import type { CSSProperties, ReactNode } from 'react';
import { Alerts } from '../publication/components/Alerts.tsx';

/** Payload's own colors, which follow the theme; nothing here needs a rule for a narrow page. */
const STYLES = {
  panel: {
    background: 'var(--theme-elevation-50)',
    borderRadius: 'var(--style-radius-m)',
    minWidth: 0,
    padding: 'var(--base)',
  },
  heading: { fontSize: '1.1rem', margin: '0 0 calc(var(--base) / 2)' },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  row: { borderTop: '1px solid var(--theme-elevation-150)', overflowWrap: 'anywhere', padding: '0.5rem 0' },
  // Two lines of a long title.
  title: {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
  },
  note: { color: 'var(--theme-elevation-650)' },
} satisfies Record<string, CSSProperties>;

type Tone = 'error' | 'success' | 'warning';

interface PanelProps {
  heading: string;
  /** How its edge is colored. */
  tone?: Tone | undefined;
  children: ReactNode;
}

/** A part of the dashboard. */
export function Panel({ children, heading, tone }: PanelProps) {
  const edge = tone && { borderInlineStart: `4px solid var(--theme-${tone}-500)` };
  return (
    <section aria-label={heading} style={{ ...STYLES.panel, ...edge }}>
      <h2 style={STYLES.heading}>{heading}</h2>
      {children}
    </section>
  );
}

/** As many columns as fit, one on a phone. */
export function columnsOf(width: string): CSSProperties {
  return {
    alignItems: 'start',
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${width}), 1fr))`,
  };
}

interface RowsProps {
  /** Each with a key. */
  children: ReactNode[];
  /** The text where there are none. */
  none?: string;
  style?: CSSProperties;
}

/** Rows of a part. */
export function Rows({ children, none, style }: RowsProps) {
  if (children.length === 0) return <p style={STYLES.note}>{none}</p>;
  return <ul style={{ ...STYLES.list, ...style }}>{children}</ul>;
}

interface RowProps {
  /** What is wrong with it. */
  alert?: string | undefined;
  href: string;
  title: string;
  /** What is said of it, each on a line of its own. */
  notes: (string | undefined)[];
}

/** A link to a document or a list, with a remark. */
export function Row({ alert, href, notes, title }: RowProps) {
  return (
    <li style={STYLES.row}>
      <Link href={href} prefetch={false} style={STYLES.title} title={title}>
        {title}
      </Link>
      {notes.map((note) => note && <Note key={note}>{note}</Note>)}
      <Alerts alerts={alert ? [alert] : []} />
    </li>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return <div style={STYLES.note}>{children}</div>;
}
