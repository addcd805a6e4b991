/** What is said and offered of a paste. Nothing of the reader of clipboards is behind it. */
export { messageOf, uploadLabel } from './message.ts';
export { filesOf } from './pictures.ts';
