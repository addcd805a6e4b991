/** Links that show a draft to people without an account. */
export { DraftLinks } from './collection.ts';
export { draftPageEndpoints } from './page.ts';
export { withDraftLinks } from './withDraftLinks.ts';
