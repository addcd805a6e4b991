/** The status of documents, as values and as text. */
export { type PublicationState, publicationStates } from './states.ts';
export { versionsOf } from './versions.ts';
export { publicationWords } from './words.ts';
