/** Which documents use another. */
export { whereUsed } from './whereUsed.ts';
