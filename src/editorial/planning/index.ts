/** Planned publications: checked in advance, and carried out on time. */
export { withPublications } from './jobs.ts';
