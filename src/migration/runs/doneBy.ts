import { type HereDocument, isWritten, type Plan } from '../plan/index.ts';

/** What plans did. */
export interface DoneBy {
  done: Map<string, 'created' | 'updated'>;
  images: number;
  stored: string[];
  vanished: HereDocument[];
  withdrawn: Set<string>;
  stayed: Map<string, string>;
}

/** What a plan does, where its documents are written. */
export function doneBy(
  { decisions, operations, settings, vanished }: Plan,
  hasWritten: (planId: string) => boolean,
): DoneBy {
  const written = decisions.filter((each) => isWritten(each) && hasWritten(each.captured.id));
  return {
    done: new Map(
      written.map(({ captured, rule }) => [
        captured.id,
        rule === 'changed' || rule === 'merged' ? 'updated' : 'created',
      ]),
    ),
    images: operations.filter((each) => each.do === 'image').length,
    stored: Object.keys(settings.values),
    vanished,
    withdrawn: new Set(operations.flatMap((each) => (each.do === 'withdraw' ? each.key : []))),
    stayed: new Map(),
  };
}
