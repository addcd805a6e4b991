import type { NewDocument } from '../../../endpoints/lists/index.ts';
import type { Captured } from './captured.ts';
import { type Decision, isWritten } from './decisions.ts';
import { relativeRanks } from './relativeRanks.ts';

interface Row {
  rank: number | null;
}

/** Ranks of links. */
export interface SettledRanks {
  /** By plan id, in the order of the links. */
  ranks: Map<string, number[]>;
  /** The highest, as a whole number; 0 when there are no links. */
  top: number;
}

/**
 * Fits the captured ranks of links to those that are here: a document that is left alone keeps its own, and what is new in
 * the source comes above what editors have added since the last import.
 * @param above the highest rank that was handed out; undefined before the first import has ended
 */
export function settledRanks(
  { lists }: Captured,
  decisions: readonly Decision[],
  above: number | undefined,
): SettledRanks {
  const ranks = new Map<string, number[]>();
  let top = 0;
  for (const { key, perLink } of lists) {
    if (!perLink) continue;
    const own = decisions.filter(({ captured }) => captured.kind === key);
    const links = own
      .flatMap((decision) => {
        const rows = rowsOf(decision.captured.document, perLink.field);
        const isNew = isWritten(decision) && (decision.fields?.includes(perLink.field) ?? true);
        const kept = isNew ? undefined : keptRanks(decision, rows.length);
        return rows.map((row, index) => ({ row, planned: row.rank ?? 0, kept: kept?.[index] }));
      })
      .sort((a, b) => a.planned - b.planned);
    const settled = new Map<Row, number>();
    relativeRanks(links, above).forEach((rank, index) => {
      const link = links[index];
      if (link) settled.set(link.row, rank);
      top = Math.max(top, Math.ceil(rank));
    });
    for (const { captured } of own) {
      const rows = rowsOf(captured.document, perLink.field);
      ranks.set(
        captured.id,
        rows.map((row) => settled.get(row) ?? 0),
      );
    }
  }
  return { ranks, top };
}

const rowsOf = (document: NewDocument, field: string) => document[field] as Row[];

function keptRanks({ here }: Decision, links: number): number[] | undefined {
  const ranks = here?.entry?.ranks;
  return ranks?.length === links ? ranks : undefined;
}
