/** Reviews: drafts that are submitted, approved and sent back; and what is to be looked at again. */
export { reviewEndpoints } from './endpoints.ts';
export { type Inbox, type InboxRow, type InboxRows, inboxOf, unseenForYear } from './inbox.ts';
export { Reviews } from './reviews.ts';
export { secondEyesField } from './secondEyes.ts';
export { withReview } from './withReview.ts';
export { WORDS as REVIEW_WORDS } from './words.ts';
