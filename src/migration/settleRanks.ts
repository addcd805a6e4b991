import type { BasePayload } from 'payload';
import { LINK_RANK_COUNTER } from '../database/counter.ts';
import type { StoredState } from './database.ts';
import type { Decision } from './decisions.ts';
import type { ImportPlan } from './plan.ts';
import { relativeRanks } from './relativeRanks.ts';

interface Row {
  rank: number | null;
}

/**
 * Fits the planned ranks of links to those that are there: a document that is left alone keeps its own, and what is new in
 * the source comes above what editors have added since the last import.
 * @returns the highest rank, as a whole number; 0 when there are no links.
 */
export async function settleRanks(
  payload: BasePayload,
  plan: ImportPlan,
  decisions: Decision[],
  state: StoredState,
): Promise<number> {
  let top = 0;
  for (const { key, perLink } of plan.lists) {
    if (!perLink) continue;
    const links = decisions
      .filter(({ planned }) => planned.kind === key)
      .flatMap((decision) => {
        const rows = decision.planned.document[perLink.field] as Row[];
        const kept = keptRanks(decision, rows.length);
        return rows.map((row, index) => ({ row, planned: row.rank ?? 0, kept: kept?.[index] }));
      })
      .sort((a, b) => a.planned - b.planned);
    const above = state.findings ? await highestHandedOut(payload) : undefined;
    relativeRanks(links, above).forEach((rank, index) => {
      const link = links[index];
      if (link) link.row.rank = rank;
      top = Math.max(top, Math.ceil(rank));
    });
    for (const { planned, entry } of decisions.filter((each) => each.planned.kind === key)) {
      entry.ranks = (planned.document[perLink.field] as Row[]).map(({ rank }) => rank ?? 0);
    }
  }
  return top;
}

function keptRanks({ action, stored }: Decision, links: number): number[] | undefined {
  if (action === 'create' || action === 'update') return undefined;
  const ranks = stored?.entry?.ranks;
  return ranks?.length === links ? ranks : undefined;
}

async function highestHandedOut(payload: BasePayload): Promise<number> {
  const where = { key: { equals: LINK_RANK_COUNTER } };
  const row = await payload.db.findOne<{ id: string; value: number }>({
    collection: 'portal-counters',
    where,
  });
  return row?.value ?? 0;
}
