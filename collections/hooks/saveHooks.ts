import type { CollectionConfig } from 'payload';
import { findByWords } from '../search/findByWords.ts';
import { beforeSave } from './beforeSave.ts';
import { noteOperation } from './operation.ts';
import { refuseDeletionWhileUsed } from './refuseWhileUsed.ts';

type Hooks = NonNullable<CollectionConfig['hooks']>;

/** The hooks of a collection and, around them, those of every collection that the lists read. */
export function saveHooks(hooks: Hooks = {}): Hooks {
  return {
    ...hooks,
    beforeOperation: [noteOperation, findByWords, ...(hooks.beforeOperation ?? [])],
    beforeChange: [...(hooks.beforeChange ?? []), beforeSave],
    beforeDelete: [refuseDeletionWhileUsed, ...(hooks.beforeDelete ?? [])],
  };
}
