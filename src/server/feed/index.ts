/** Documents from the cms to the fronts: both ends, and the messages between them. */
export { FeedSource } from './FeedSource.ts';
export { type FeedServer, feedServer } from './feedServer.ts';
export { followFeed } from './followFeed.ts';
export { inMessages } from './messages.ts';
