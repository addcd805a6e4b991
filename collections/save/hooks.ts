import type { CollectionConfig } from 'payload';
import { nameFailures } from '../../src/payload/bulk/nameFailures.ts';
import { countRefused, refuseEmptyBulk } from '../../src/payload/bulk/refuseEmpty.ts';
import { refuseOneByOne } from '../../src/payload/bulk/refuseOneByOne.ts';
import { refuseUnnamed } from '../../src/payload/bulk/refuseUnnamed.ts';
import { checkLock } from '../../src/payload/locks/checkLock.ts';
import { keepLock } from '../../src/payload/locks/keepLock.ts';
import { findByWords } from '../queries/findByWords.ts';
import { findOwn } from '../queries/findOwn.ts';
import { beforeSave } from './beforeSave.ts';
import { fieldErrors } from './fieldErrors.ts';
import { refuseDeletionWhileUsed } from './judge.ts';
import { noteOperation } from './operation.ts';
import { keepNewerDraft, replaceAutosaved } from './versions.ts';

type Hooks = NonNullable<CollectionConfig['hooks']>;

/** Adds the hooks that every list collection needs to a collection's own hooks. */
export function saveHooks(hooks: Hooks = {}): Hooks {
  return {
    ...hooks,
    beforeOperation: [
      checkLock,
      refuseOneByOne(fieldErrors),
      refuseUnnamed,
      noteOperation,
      findByWords,
      findOwn,
      ...(hooks.beforeOperation ?? []),
    ],
    afterOperation: [...(hooks.afterOperation ?? []), nameFailures('api_id'), refuseEmptyBulk],
    afterError: [...(hooks.afterError ?? []), countRefused],
    beforeChange: [...(hooks.beforeChange ?? []), beforeSave],
    afterChange: [keepNewerDraft, ...(hooks.afterChange ?? []), replaceAutosaved, keepLock],
    beforeDelete: [refuseDeletionWhileUsed, ...(hooks.beforeDelete ?? [])],
  };
}
