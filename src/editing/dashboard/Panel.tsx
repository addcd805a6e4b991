import { Link } from '@payloadcms/ui';
import type { CSSProperties } from 'react';
import { Alerts } from '../publication/components/Alerts.tsx';

/** Payload's colors, which follow the theme. No style needs a media query. */
const STYLES = {
  panel: {
    background: 'var(--theme-elevation-50)',
    borderRadius: 'var(--style-radius-m)',
    minWidth: 0,
    padding: 'var(--base)',
  },
  heading: { fontSize: '1.1rem', margin: '0 0 calc(var(--base) / 2)' },
  list: { columnGap: 'var(--base)', listStyle: 'none', margin: 0, padding: 0 },
  row: { borderTop: '1px solid var(--theme-elevation-150)', overflowWrap: 'anywhere', padding: '0.5rem 0' },
  title: { ...clamped(2), paddingBlock: 2 },
} satisfies Record<string, CSSProperties>;

export const NOTE_STYLE: CSSProperties = { color: 'var(--theme-elevation-650)' };

/** A reason may be long, and stands whole at the document. */
const SHORT_NOTE: CSSProperties = { ...NOTE_STYLE, ...clamped(3) };

/** As many columns as fit, one on a phone. */
export function columnsOf(width: string): CSSProperties {
  return {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${width}), 1fr))`,
  };
}

/** At most so many lines. */
function clamped(lines: number): CSSProperties {
  return {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: lines,
  };
}

/** A link to a document or a list, with notes. */
export interface PanelRow {
  key: string;
  /** @default no link */
  href?: string;
  title: string;
  /** One line each. */
  notes: string[];
  alert?: string | undefined;
}

export interface PanelProps {
  heading: string;
  /** The color of its edge. @default none */
  tone?: 'error' | 'success' | 'warning';
  /** The text before the rows. */
  text?: string;
  rows: PanelRow[];
  /** The text if there are no rows. */
  none?: string;
  /** The minimum width of a column of rows. @default one column */
  columns?: string;
}

export function Panel({ columns, heading, none, rows, text, tone }: PanelProps) {
  // A shadow, so that what is in all panels begins in one line.
  const edge = tone && { boxShadow: `inset 4px 0 0 var(--theme-${tone}-500)` };
  return (
    <section aria-label={heading} style={{ ...STYLES.panel, ...edge }}>
      <h2 style={STYLES.heading}>{heading}</h2>
      {text && <p style={{ marginBlockEnd: 'calc(var(--base) / 2)' }}>{text}</p>}
      {rows.length === 0 && none && <p style={NOTE_STYLE}>{none}</p>}
      {rows.length > 0 && (
        <ul style={{ ...STYLES.list, ...(columns && columnsOf(columns)) }}>
          {rows.map(({ alert, href, key, notes, title }) => (
            <li key={key} style={STYLES.row}>
              {href === undefined ? (
                <span style={STYLES.title}>{title}</span>
              ) : (
                <Link href={href} prefetch={false} style={STYLES.title} title={title}>
                  {title}
                </Link>
              )}
              {notes.map((note) => (
                <div key={note} style={SHORT_NOTE}>
                  {note}
                </div>
              ))}
              <Alerts alerts={alert ? [alert] : []} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
