/** How documents stand: as values, and in words. */
export { type PublicationState, publicationStates } from './states.ts';
export { versionsOf } from './versions.ts';
export { publicationWords } from './words.ts';
