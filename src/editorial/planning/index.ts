/** What is to be published or withdrawn later: tried beforehand, and done in time. */
export { withPublications } from './jobs.ts';
export { rehearse } from './rehearse.ts';
