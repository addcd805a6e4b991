/** Documents from the cms to the fronts: both ends, and the messages between them. */

export { FeedServer } from './FeedServer.ts';
export { FeedSource } from './FeedSource.ts';
export { followFeed } from './followFeed.ts';
export { inMessages } from './messages.ts';
