import { isWritten, type Plan } from '../plan/index.ts';

/** What the plans of an import have done. */
export interface Done {
  /** By plan id. */
  done: Map<string, 'created' | 'updated'>;
  images: number;
  /** Names of the settings that were stored. */
  stored: string[];
  /** Keys of vanished documents that could not be withdrawn, and why. */
  stayed: Map<string, string>;
}

export const nothingDone = (): Done => ({ done: new Map(), images: 0, stored: [], stayed: new Map() });

/** Adds what a plan does, where its documents are written. */
export function addDone(
  did: Done,
  { decisions, operations, settings }: Plan,
  hasWritten: (planId: string) => boolean,
): void {
  for (const { captured, rule } of decisions.filter(isWritten)) {
    if (!hasWritten(captured.id) || did.done.has(captured.id)) continue;
    did.done.set(captured.id, rule === 'changed' || rule === 'merged' ? 'updated' : 'created');
  }
  did.images += operations.filter((each) => each.do === 'image').length;
  did.stored.push(...Object.keys(settings.values));
}
