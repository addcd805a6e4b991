import { CHECK_LABELS, FINDINGS, type Found, LINKS, REASONS, readable } from '../checks/index.ts';
import type { PanelProps, PanelRow } from './Panel.tsx';
import { type Saying, WORDS } from './words.ts';

/** The panels with what the checks have found in published documents; none if they have found nothing. */
export function foundPanels({ broken, findings }: Found, words: Saying): PanelProps[] {
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

function linkRow(link: Found['broken']['links'][number], { href, label, say, time }: Saying): PanelRow {
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
