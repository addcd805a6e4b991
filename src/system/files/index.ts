import type { BucketStore } from './BucketStore.ts';
import type { FolderStore } from './FolderStore.ts';

export { answerWithFile } from './answer.ts';
/** `BucketStore.ts` loads the client of S3, so only what has a bucket imports it. */
export type { BucketStore, S3Settings } from './BucketStore.ts';
export { copyTo, isAside, REPLACED, RESTORING, readWhole } from './Files.ts';
export { entriesOf, FolderStore } from './FolderStore.ts';

/** Where uploaded files are. */
export type FileStore = BucketStore | FolderStore;
