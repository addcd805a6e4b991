import type { CollectionBeforeOperationHook, CollectionConfig } from 'payload';
import { throwConflict } from '../../src/database/databaseFailure.ts';
import { nameFailures } from '../../src/payload/bulk/nameFailures.ts';
import { countRefused, refuseEmptyBulk } from '../../src/payload/bulk/refuseEmpty.ts';
import { refuseOneByOne } from '../../src/payload/bulk/refuseOneByOne.ts';
import { refuseUnnamed } from '../../src/payload/bulk/refuseUnnamed.ts';
import { checkLock } from '../../src/payload/locks/checkLock.ts';
import { keepLock } from '../../src/payload/locks/keepLock.ts';
import { portalOf } from '../portal/portal.ts';
import { findByWords } from '../queries/findByWords.ts';
import { findOwn } from '../queries/findOwn.ts';
import { inTheirOrder, titlesFirst } from '../queries/titlesFirst.ts';
import { refuseOutdated } from './base.ts';
import { beforeSave } from './beforeSave.ts';
import { fieldErrors } from './fieldErrors.ts';
import { refuseDeletionWhileUsed } from './judge.ts';
import { noteOperation } from './operation.ts';
import { keepNewerDraft, replaceAutosaved } from './versions.ts';

/** Before a file of the request is written. Bulk changes and restored versions are judged in {@link beforeSave}. */
const refuseOutdatedFirst: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  const { id } = args as { id?: number | string };
  if (operation !== 'update' || id === undefined || overrideAccess || !req.user) return;
  // Others are refused by the access control, and learn nothing of the document.
  if (await portalOf(req.payload.config).access.isAuthor({ req })) await refuseOutdated(req, collection, id);
};

type Hooks = NonNullable<CollectionConfig['hooks']>;

/** Adds the hooks that every list collection needs to a collection's own hooks. */
export function saveHooks(hooks: Hooks = {}): Hooks {
  return {
    ...hooks,
    beforeOperation: [
      checkLock,
      refuseOutdatedFirst,
      refuseOneByOne(fieldErrors),
      refuseUnnamed,
      noteOperation,
      findByWords,
      findOwn,
      titlesFirst,
      ...(hooks.beforeOperation ?? []),
    ],
    afterOperation: [
      throwConflict,
      ...(hooks.afterOperation ?? []),
      inTheirOrder,
      nameFailures('api_id'),
      refuseEmptyBulk,
    ],
    afterError: [...(hooks.afterError ?? []), countRefused],
    beforeChange: [...(hooks.beforeChange ?? []), beforeSave],
    afterChange: [keepNewerDraft, ...(hooks.afterChange ?? []), replaceAutosaved, keepLock],
    beforeDelete: [refuseDeletionWhileUsed, ...(hooks.beforeDelete ?? [])],
  };
}
