import type { Captured } from './captured.ts';
import type { Decision } from './decisions.ts';
import type { Here, HereDocument } from './here.ts';
import { isWholeAt } from './matching.ts';
import type { Operation } from './operations.ts';
import { referencedFirst } from './placed.ts';

/** What is here beside the captured documents is found by these. */
interface Planned {
  captured: Captured;
  here: Here;
  decisions: Decision[];
}

/** Documents of lists that the capture has, which it has nowhere. An element that is refused has not vanished. */
export function vanishedHere({ captured, here, decisions }: Planned): HereDocument[] {
  const matched = new Set(decisions.map(({ key }) => key));
  const isWhole = isWholeAt(captured);
  return here.documents.filter(({ key, id, entry, trashed, published }) => {
    const isHere = entry?.listed && id !== undefined && !trashed && published;
    return isHere && isWhole(key) && !matched.has(key);
  });
}

type Withdrawal = Extract<Operation, { do: 'withdraw' }>;

/** Whatever refers to others goes first. */
export function withdrawals({ captured, here }: Planned, vanished: HereDocument[]): Withdrawal[] {
  return referencedFirst(captured, here)
    .reverse()
    .filter((kind) => here.shapes[kind]?.hasDrafts)
    .flatMap((kind) => vanished.filter((each) => each.kind === kind))
    .flatMap(({ kind, key, id, entry }): Withdrawal[] =>
      id === undefined || !entry
        ? []
        : [{ do: 'withdraw', kind, key, here: id, entry: { ...entry, withdrawn: true } }],
    );
}

/** Placeholders of an import that was killed, for elements that the source does not have any more, or that are refused. */
export function orphans({ here, decisions }: Planned): Operation[] {
  const wanted = new Set(decisions.filter(({ rule }) => rule !== 'refused').map(({ key }) => key));
  return here.documents.flatMap(({ kind, key, id, entry, trashed }) => {
    if (entry || id === undefined || trashed || wanted.has(key)) return [];
    return here.contents.get(key)?.latest ? [] : [{ do: 'remove', kind, here: id } as const];
  });
}
