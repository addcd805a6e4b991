/** What others ask of the documents beside the plugin, which reads and tells them. */

export { fillStandings } from './fillStandings.ts';
export { mediaDocument } from './mediaDocument.ts';
export { Publisher } from './Publisher.ts';
export { documentOf, publishedNow } from './reader.ts';
export { WriteQueue } from './WriteQueue.ts';
export { marks } from './watching/marks.ts';
export { Horizon } from './watching/replicaSet.ts';
