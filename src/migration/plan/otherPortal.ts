import type { Kind } from '../../../endpoints/lists/index.ts';
import { OperatorError } from '../../logging/OperatorError.ts';
import type { Captured } from './captured.ts';
import type { Here, Named } from './here.ts';

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
export function refuseOtherPortal({ documents, lists }: Captured, here: Here): void {
  const strangers: Stranger[] = [];
  let common = 0;
  const imported = new Set(
    here.documents.map(({ key, entry }) => `${key.slice(0, key.lastIndexOf(':'))} ${entry?.digest}`),
  );
  const takenBack = new Set(
    here.documents.filter(({ trashed, entry }) => trashed && !entry).map(({ kind, id }) => `${kind} ${id}`),
  );
  for (const { key } of lists) {
    const own = [...(here.named[key] ?? [])].filter(([id]) => !takenBack.has(`${key} ${id}`));
    const named = groupById(own.map(([, each]) => each));
    const captured = [...documents.values()].filter(({ kind }) => kind === key);
    const same = new Set(
      captured
        .filter(({ document, digest }) => imported.has(`${key}:${document.api_id} ${digest}`))
        .map(({ document }) => document.api_id),
    );
    const source = groupById(captured.map(({ document }) => document as unknown as Named));
    for (const [apiId, elements] of source) {
      const there = named.get(apiId);
      if (!there) continue;
      common++;
      if (same.has(apiId) || there.some((one) => elements.some((other) => isAlike(one, other)))) continue;
      strangers.push({ list: key, apiId, here: nameOf(there), source: nameOf(elements) });
    }
  }
  const [first] = strangers;
  const alike = common - strangers.length;
  if (first && common >= TELLING && alike * 2 < common) throw new OtherPortal(first, { common, alike });
}

/** Those that have a slug or a title: what an import has only begun to write has neither yet. */
function groupById(all: Iterable<Named>): Map<number, Named[]> {
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
