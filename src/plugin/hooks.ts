import type { CollectionConfig, GlobalConfig } from 'payload';
import { requireImage } from '../../collections/media/Media.ts';
import {
  dropFiles,
  noteDeleted,
  removeDeleted,
  removeReplaced,
} from '../../collections/media/storedFiles.ts';
import { takeFile } from '../../collections/media/uploadedFile.ts';
import { refuseHalfNumbers } from '../../collections/PortalSettings.ts';
import { MEDIA } from '../../collections/portal/portal.ts';
import {
  alphabetical,
  findByWords,
  findOwn,
  inTheirOrder,
  refuseLongQueries,
  titlesFirst,
} from '../../collections/queries/search.ts';
import {
  refuseOutdatedAccount,
  refuseOutdatedFirst,
  refuseOutdatedGlobal,
  takeBase,
  takeGlobalBase,
} from '../../collections/save/base.ts';
import { beforeSave, leaveReferences, prepareWrite } from '../../collections/save/beforeSave.ts';
import { refuseDeletionWhileUsed, refuseUnpublishingWhileUsed } from '../../collections/save/judge.ts';
import { noteHostsOperation, noteOperation } from '../../collections/save/saveContext.ts';
import { keepNewerDraft, replaceAutosaved } from '../../collections/save/versions.ts';
import { checkPasswords, refusePasswords } from '../../collections/users/passwords.ts';
import { dropFactorOfDeleted } from '../../collections/users/secondFactor.ts';
import {
  checkApiKeys,
  endAccess,
  keepAnAdmin,
  keepRights,
  refuseClosed,
  refuseDeletionOfLastAdmin,
  refuseVisitors,
} from '../../collections/users/Users.ts';
import {
  noteFile,
  noteSecrets,
  recordChange,
  recordDeletion,
  recordRefusal,
  recordReset,
  recordSettings,
  recordSignIn,
  recordUser,
  recordUserDeletion,
} from '../audit/hooks.ts';
import { notifyOfChange, notifyOfDeletion, notifyOfSettings } from '../changes/hooks.ts';
import { throwConflict } from '../database/databaseFailure.ts';
import { endLinksOfClosed, refuseDeletionWhileLeft } from '../editing/accounts/left.ts';
import { askForCode, endSessionOfReset, noteSignIn } from '../editing/accounts/signIn.ts';
import { dropFindingsOfDeleted, keepFindingsOfSaved } from '../editing/checks/keepFindings.ts';
import { stopAtErrors } from '../editing/checks/stopAtErrors.ts';
import { endDraftLinks } from '../editing/draftLinks/links.ts';
import {
  dropPlanned,
  keepPlans,
  keepPlansOfUser,
  refuseAuthorsWhilePlanned,
} from '../editing/planning/hooks.ts';
import { dropReviewOfDeleted } from '../editing/review/reviews.ts';
import { endReview, sayPublished, takeReview } from '../editing/review/secondEyes.ts';
import { leaveViews } from '../editing/savedViews.ts';
import { countRefused, nameFailures, refuseBulkEdit, refuseUnnamed } from '../payload/bulk.ts';
import {
  changeInTransaction,
  deleteInTransaction,
  endInTransaction,
} from '../payload/database/keepTransaction.ts';
import { followTransaction } from '../payload/database/transactions.ts';

type Hooks = NonNullable<CollectionConfig['hooks']>;

interface Content {
  /** The key of the list, or `media`. */
  kind: string;
  /** Sorted by title, which a database would not do in Greek. @default false */
  isAlphabetical?: boolean;
  /** The collection is the host's own. @default false */
  isHosts?: boolean;
  /** Checks stop a publication. @default false */
  isChecked?: boolean;
  /** Publications can be planned. @default false */
  isPlanned?: boolean;
  /** This Payload serves the lists. */
  isServed: boolean;
}

/** The hooks of a collection of a list, or of the plugin's own images and files. @param host the hooks that the host has there */
export function contentHooks(
  host: Hooks | undefined,
  { kind, isAlphabetical, isHosts, isChecked, isPlanned, isServed }: Content,
): Hooks {
  const isMedia = kind === MEDIA;
  const isList = !isMedia;
  const isOwn = !isHosts;
  return {
    ...host,
    beforeOperation: [
      followTransaction, // follows the transaction, which a host's hook may lose
      takeBase, // takes what the save is based on out of its data
      refuseOutdatedFirst, // refuses what somebody else has saved since it was opened
      ...only(isOwn, refuseBulkEdit), // refuses to change fields of many documents at once
      refuseUnnamed, // refuses to unpublish documents that are not named by id
      noteOperation, // notes the type of the save: draft, withdrawal, trash, restored version …
      findByWords, // searches for words; refuses too many of them
      findOwn, // resolves "me" in a filter
      titlesFirst, // looks for the page of a search that has titles first
      ...only(isMedia, noteFile), // notes the name of a new file
      ...only(isMedia, takeFile), // checks a file, makes its sizes, claims its names, writes it under a new key
      ...(host?.beforeOperation ?? []),
    ],
    beforeChange: [
      ...only(isPlanned, refuseAuthorsWhilePlanned), // refuses authors what is planned to be published
      ...(host?.beforeChange ?? []),
      ...only(isMedia, requireImage), // refuses an image without file and address, or without description
      beforeSave, // completes the data, refuses it, computes the values that editors do not type
      ...only(isChecked, stopAtErrors), // refuses a publication with findings that stop it
      ...only(isList, takeReview), // refuses a publication that needs a second pair of eyes, or where somebody else has decided
      prepareWrite, // draws ranks, looks up keys and words; copies the newest version before a withdrawal
    ],
    afterChange: [
      keepNewerDraft, // keeps a newer draft the newest version through the trash
      ...only(isMedia, removeReplaced), // has replaced files removed after the commit
      ...(host?.afterChange ?? []),
      replaceAutosaved, // deletes the automatic draft before this one
      ...only(isList, endDraftLinks), // ends its draft links, if it goes to the trash
      ...only(isList, sayPublished), // has the answer say that it is published, if it was not
      ...only(isList, endReview), // ends its review, if it is published
      recordChange, // records it in the audit log
      ...only(isChecked, keepFindingsOfSaved), // keeps after the commit what the checks find, and its links
      ...only(isPlanned, keepPlans), // notes after the commit whether its plans would be refused now; drops them in the trash
      ...only(isServed, notifyOfChange(kind)), // has the lists show it after the commit
    ],
    beforeDelete: [
      refuseDeletionWhileUsed, // refuses what published or planned documents need
      ...only(isMedia, noteDeleted), // notes the files
      ...(host?.beforeDelete ?? []),
    ],
    afterDelete: [
      ...only(isList, leaveReferences), // takes the document out of fields with several references
      ...only(isMedia, removeDeleted), // has the files removed after the commit
      ...(host?.afterDelete ?? []),
      ...only(isList, dropReviewOfDeleted), // drops its review
      recordDeletion, // records it in the audit log
      ...only(isPlanned, dropPlanned), // drops its plans
      ...only(isChecked, dropFindingsOfDeleted), // drops after the commit what the checks have found
      ...only(isServed, notifyOfDeletion(kind)), // has the lists leave it out after the commit
    ],
    afterOperation: [
      throwConflict, // has a bulk operation that met another write tried again
      ...only(isAlphabetical, alphabetical), // sorts a list that has one page
      ...(host?.afterOperation ?? []),
      inTheirOrder, // puts what a search found in its order
      nameFailures('api_id'), // names the documents that a bulk operation did not change, and why
      endInTransaction, // refuses what a hook has taken out of its transaction
    ],
    afterError: [
      ...only(isMedia, dropFiles), // removes the files of a refused save, gives their names back
      ...(host?.afterError ?? []),
      countRefused, // gives answers to bulk operations the form that the admin reads
    ],
  };
}

/** The hooks of a host's own collection of images: it has no hidden values, and is only protected. */
export function hostMediaHooks(host: Hooks | undefined, isServed: boolean): Hooks {
  return {
    ...host,
    beforeOperation: [
      followTransaction, // follows the transaction, which a host's hook may lose
      noteFile, // notes the name of a new file
      noteHostsOperation, // notes the type of the save: draft, withdrawal, trash, restored version …
      ...(host?.beforeOperation ?? []),
    ],
    beforeChange: [
      ...(host?.beforeChange ?? []),
      refuseUnpublishingWhileUsed, // refuses to unpublish or trash what published or planned documents need
    ],
    afterChange: [
      ...(host?.afterChange ?? []),
      recordChange, // records it in the audit log
      ...only(isServed, notifyOfChange(MEDIA)), // has the lists show it after the commit
    ],
    beforeDelete: [
      refuseDeletionWhileUsed, // refuses what published or planned documents need
      ...(host?.beforeDelete ?? []),
      deleteInTransaction, // refuses what a hook has taken out of its transaction, while its file is there
    ],
    afterDelete: [
      ...(host?.afterDelete ?? []),
      recordDeletion, // records it in the audit log
      ...only(isServed, notifyOfDeletion(MEDIA)), // has the lists leave it out after the commit
    ],
    afterOperation: [
      ...(host?.afterOperation ?? []),
      endInTransaction, // refuses what a hook has taken out of its transaction
    ],
  };
}

/** The hooks of the plugin's own users. The ready-to-run server adds the limits of signing in (`src/server/signIn`). */
export function userHooks(host: Hooks | undefined): Hooks {
  return {
    ...host,
    beforeOperation: [
      refuseVisitors, // refuses to create the first user from outside
      noteSignIn, // notes how somebody signs in; refuses to renew a session that lacks a second factor
      refuseLongQueries, // refuses too many words
      takeBase, // takes what the save is based on out of its data
      refusePasswords, // refuses passwords where only the organisation's provider lets people in, and links where no e-mail is sent; writes to nobody about a closed account
      checkPasswords, // refuses short passwords, and a new one of one's own without the current one: a sign-in, which is counted
      checkApiKeys, // refuses an API key that could be guessed
      followTransaction, // follows the transaction, which a host's hook may lose
      ...(host?.beforeOperation ?? []),
    ],
    beforeValidate: [
      ...(host?.beforeValidate ?? []),
      keepRights, // has a password that is set by the link of an e-mail change no rights
    ],
    beforeChange: [
      ...(host?.beforeChange ?? []),
      refuseOutdatedAccount, // refuses what somebody else has saved since it was opened
      keepAnAdmin, // refuses to take the last admin the role, and to close that account
      endAccess, // ends the sessions and the API key of an account that is closed
      noteSecrets, // notes a new password, and what becomes of the API key
    ],
    afterChange: [
      ...(host?.afterChange ?? []),
      endLinksOfClosed, // ends the draft links of an account that is closed
      recordUser, // records it in the audit log
      keepPlansOfUser, // notes after the commit whether its plans would be refused now
    ],
    beforeDelete: [
      refuseDeletionOfLastAdmin, // refuses to delete the last admin
      refuseDeletionWhileLeft, // refuses while plans, submissions, drafts or draft links are its own
      ...(host?.beforeDelete ?? []),
      leaveViews, // deletes its own views, and leaves those that others see to the admins
    ],
    afterDelete: [
      ...(host?.afterDelete ?? []),
      dropFactorOfDeleted, // drops its second factor
      recordUserDeletion, // records it in the audit log
      keepPlansOfUser, // notes after the commit whether its plans would be refused now
    ],
    beforeLogin: [
      ...(host?.beforeLogin ?? []),
      refuseClosed, // refuses an account that is closed
      askForCode, // refuses a password without the code of the second factor
    ],
    afterLogin: [
      ...(host?.afterLogin ?? []),
      endSessionOfReset, // has a password that was set by the link of an e-mail sign nobody in
      recordSignIn, // records it in the audit log
    ],
    afterOperation: [
      ...(host?.afterOperation ?? []),
      recordReset, // records a password that was set by the link of an e-mail
      endInTransaction, // refuses what a hook has taken out of its transaction
    ],
    afterError: [
      ...(host?.afterError ?? []),
      recordRefusal, // records a refused sign-in
    ],
  };
}

/** The hooks of the portal settings. */
export function settingsHooks(isServed: boolean): NonNullable<GlobalConfig['hooks']> {
  return {
    beforeOperation: [followTransaction, takeGlobalBase, refuseHalfNumbers],
    beforeChange: [refuseOutdatedGlobal],
    afterChange: [recordSettings, ...only(isServed, notifyOfSettings)],
  };
}

/** Refuses a save of a host's other collections that has lost a transaction in which ours were saved. */
export function withTransaction(collection: CollectionConfig): CollectionConfig {
  const afterOperation = [...(collection.hooks?.afterOperation ?? []), endInTransaction];
  return { ...collection, hooks: { ...collection.hooks, afterOperation } };
}

/** {@link withTransaction} for a host's globals, and the portal settings. */
export function withGlobalTransaction(global: GlobalConfig): GlobalConfig {
  const afterChange = [...(global.hooks?.afterChange ?? []), changeInTransaction];
  return { ...global, hooks: { ...global.hooks, afterChange } };
}

const only = <Hook>(is: boolean | undefined, hook: Hook): Hook[] => (is ? [hook] : []);
