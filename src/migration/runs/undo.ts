import type { BasePayload } from 'payload';
import { writeFast } from '../../database/writeFast.ts';
import { OperatorError } from '../../logging/OperatorError.ts';
import { apply, forgetTraces, type Step, takeLock } from '../apply/index.ts';
import type { Conflict } from '../plan/index.ts';
import type { Fate } from './fate.ts';
import { planUndo, type Undoing } from './planUndo.ts';
import { endUndo, newestRun, type Run } from './record.ts';

/** No import is recorded that is not taken back. */
class NothingToUndo extends OperatorError {
  override readonly name = 'NothingToUndo';

  constructor() {
    super(
      'There is no import to take back: none is recorded here that has not been. (Imports of versions before 0.2.0 left no record.)',
    );
  }
}

/** What stays of an import that is taken back, and why. */
export interface Stayed extends Pick<Conflict, 'list' | 'apiId' | 'title' | 'fields'> {
  why: NonNullable<Fate['why']> | 'refused';
  /** What refers to it, or why Payload did not do it. */
  reason?: string;
}

/** What taking an import back has done, or would do. */
export interface UndoReport {
  /** When it began. */
  began: string;
  folder: string;
  /** How many documents, by list and for `media`: put into the trash, and brought back to what they were. */
  lists: Record<string, { trashed: number; restored: number }>;
  /** Names of settings that are as before. */
  settings: string[];
  stayed: Stayed[];
}

/**
 * Takes the newest import back that is not yet: what it made goes into the trash, what it changed becomes what it was. What editors
 * have touched since stays, and what something that stays refers to.
 * @throws NothingToUndo
 * @throws ImportRunning when an import is at work on this database
 */
export async function undoImport(
  payload: BasePayload,
  { dryRun = false, onStep = () => {} }: { dryRun?: boolean; onStep?(step: Step): void } = {},
): Promise<UndoReport> {
  const lock = dryRun ? undefined : await takeLock(payload);
  try {
    const run = await newestRun(payload, 'running', 'finished');
    if (!run) throw new NothingToUndo();
    const first = await planUndo(payload, run);
    if (!lock) return reportOf(run, first);
    let last = first;
    for (;;) {
      const { operations } = last;
      const { open, stayed } = await writeFast(payload, () =>
        apply(payload, operations, { lock, ids: new Map(), onStep }),
      );
      if (open.size === 0) {
        await forgetTraces(payload, run.id);
        await endUndo(payload, run);
        return reportOf(run, first, last, stayed);
      }
      // An editor was quicker: what is done is seen as done, and the rest decided anew.
      last = await planUndo(payload, run);
    }
  } finally {
    await lock?.release();
  }
}

/** @param refused what Payload did not do, by key, and why */
function reportOf(
  { began, folder }: Run,
  { fates, images, settings }: Undoing,
  last: Undoing = { fates, images, settings },
  refused: ReadonlyMap<string, string> = new Map(),
): UndoReport {
  const lists: UndoReport['lists'] = {};
  const count = (list: string, what: 'trashed' | 'restored') => {
    lists[list] ??= { trashed: 0, restored: 0 };
    lists[list][what]++;
  };
  for (const each of fates) {
    if (refused.has(each.kept.key)) continue;
    if (each.do === 'trash' || each.do === 'remove') count(each.kept.kind, 'trashed');
    if (each.do === 'restore' || each.do === 'move') count(each.kept.kind, 'restored');
  }
  for (const { why, key } of images) if (!why && !refused.has(key)) count('media', 'trashed');
  const fields = last.settings.conflicts;
  return {
    began: new Date(began).toISOString(),
    folder,
    lists,
    settings: Object.keys(settings.values),
    stayed: [
      ...last.fates.flatMap((each) => stayedOf(each, refused.get(each.kept.key))),
      ...last.images.flatMap(({ why, key, url }): Stayed[] => {
        const reason = refused.get(key);
        const stays = reason === undefined ? why : 'refused';
        const named = { list: 'media', apiId: null, title: url, fields: [] };
        return stays ? [{ ...named, why: stays, ...(reason !== undefined && { reason }) }] : [];
      }),
      ...(fields.length > 0
        ? [{ list: 'portal-settings', apiId: null, title: null, why: 'edited' as const, fields }]
        : []),
    ],
  };
}

function stayedOf(
  { kept, why, conflicts, name, user }: Undoing['fates'][number],
  refused?: string,
): Stayed[] {
  const reason = refused ?? user;
  if (refused === undefined && why === undefined) return [];
  const { api_id, title } = name ?? {};
  return [
    {
      list: kept.kind,
      apiId: Number(api_id ?? kept.key.split(':')[1]),
      title: typeof title === 'string' ? title : null,
      why: refused === undefined && why ? why : 'refused',
      ...(reason !== undefined && { reason }),
      fields: conflicts,
    },
  ];
}
