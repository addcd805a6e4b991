import type { CollectionConfig } from 'payload';
import { checkLock } from '../access/locks.ts';
import { nameFailures, refuseInBulk } from '../hooks/bulk.ts';
import { countRefused, refuseEmptyBulk } from '../hooks/emptyBulk.ts';
import { findByWords } from '../queries/findByWords.ts';
import { beforeSave } from './beforeSave.ts';
import { draftDuplicate } from './draftDuplicate.ts';
import { noteOperation } from './operation.ts';
import { replaceAutosaved } from './replaceAutosaved.ts';
import { keepNewerDraft } from './trash.ts';
import { refuseDeletionWhileUsed } from './usedBy.ts';

type Hooks = NonNullable<CollectionConfig['hooks']>;

/** The hooks of a collection and, around them, those of every collection that the lists read. */
export function saveHooks(hooks: Hooks = {}): Hooks {
  return {
    ...hooks,
    beforeOperation: [
      checkLock,
      refuseInBulk,
      draftDuplicate,
      noteOperation,
      findByWords,
      ...(hooks.beforeOperation ?? []),
    ],
    afterOperation: [...(hooks.afterOperation ?? []), nameFailures, refuseEmptyBulk],
    afterError: [...(hooks.afterError ?? []), countRefused],
    beforeChange: [...(hooks.beforeChange ?? []), beforeSave],
    afterChange: [keepNewerDraft, ...(hooks.afterChange ?? []), replaceAutosaved],
    beforeDelete: [refuseDeletionWhileUsed, ...(hooks.beforeDelete ?? [])],
  };
}
