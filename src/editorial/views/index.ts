/** Saved views of lists: who may save and share them, and those that are there from the start. */
export { makeViews } from './builtIn.ts';
export { savedViews } from './queryPresets.ts';
