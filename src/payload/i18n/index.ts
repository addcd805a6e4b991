export { lexical } from './el/lexical.ts';
export { el } from './el/payload.ts';
export { type GreekOptions, greek } from './greek.ts';
export { preferGreek } from './preferGreek.ts';
