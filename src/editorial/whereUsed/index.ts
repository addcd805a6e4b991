/** Which documents use another. */
export { findUses } from './findUses.ts';
