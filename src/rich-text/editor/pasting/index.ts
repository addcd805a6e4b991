/** What is said of a paste. Nothing of the reader of clipboards is behind it. */
export { messageOf } from './message.ts';
