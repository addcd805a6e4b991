import type { Kind } from '../../endpoints/lists/index.ts';
import { OperatorError } from '../logging/OperatorError.ts';
import type { ImportDatabase } from './database.ts';
import { type Named, readLedger } from './ledger.ts';
import type { ImportPlan } from './plan.ts';

/** The database holds the content of another portal. */
export class OtherPortal extends OperatorError {
  override readonly name = 'OtherPortal';

  constructor({ list, apiId, here, source }: Stranger, { common, alike }: { common: number; alike: number }) {
    super(
      `The database holds another portal than this capture: of ${common} ids that both have, ${alike} have the same slug or ` +
        `title (${list} ${apiId} is «${here}» here, and «${source}» in the capture). Nothing is imported. Name another ` +
        'database (DATABASE_URI); or, if what is here is the made-up portal of a first start, take it away with: ' +
        'portal-content remove-sample',
    );
  }
}

/** An id that means one thing here and another one in the capture. */
interface Stranger {
  list: Kind;
  apiId: number;
  here: string;
  source: string;
}

/** With fewer ids in common than this, nothing can be told: a few elements may have been renamed altogether. */
const TELLING = 4;

/**
 * Refuses to mix two portals in one database: where fewer than half of the ids that it shares with the capture have the same
 * slug or title. An element that was edited keeps one of them, as a rule; and one that has not changed in the source is its
 * own, whatever editors have made of it.
 * @throws OtherPortal
 */
export async function refuseOtherPortal(database: ImportDatabase, plan: ImportPlan): Promise<void> {
  const strangers: Stranger[] = [];
  let common = 0;
  const imported = new Set<string>();
  for (const [key, { digest }] of (await readLedger(database.payload)).entries) {
    imported.add(`${key.slice(0, key.lastIndexOf(':'))} ${digest}`);
  }
  for (const { key } of plan.lists) {
    const here = groupById(await database.named(key));
    const planned = [...plan.documents.values()].filter(({ kind }) => kind === key);
    const same = new Set(
      planned
        .filter(({ document, digest }) => imported.has(`${key}:${document.api_id} ${digest}`))
        .map(({ document }) => document.api_id),
    );
    const source = groupById(planned.map(({ document }) => document as unknown as Named));
    for (const [apiId, elements] of source) {
      const documents = here.get(apiId);
      if (!documents) continue;
      common++;
      if (same.has(apiId) || documents.some((one) => elements.some((other) => isAlike(one, other)))) continue;
      strangers.push({ list: key, apiId, here: nameOf(documents), source: nameOf(elements) });
    }
  }
  const [first] = strangers;
  const alike = common - strangers.length;
  if (first && common >= TELLING && alike * 2 < common) throw new OtherPortal(first, { common, alike });
}

/** Those that have a slug or a title: what an import has only begun to write has neither yet. */
function groupById(all: Named[]): Map<number, Named[]> {
  const groups = new Map<number, Named[]>();
  for (const each of all) {
    if (!each.slug && !each.title) continue;
    groups.set(each.api_id, [...(groups.get(each.api_id) ?? []), each]);
  }
  return groups;
}

const isAlike = (one: Named, other: Named) =>
  (Boolean(one.slug) && one.slug === other.slug) || (Boolean(one.title) && one.title === other.title);

const nameOf = ([first]: Named[]) => String(first?.title || first?.slug);
