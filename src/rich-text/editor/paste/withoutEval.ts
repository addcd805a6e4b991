import { config } from 'zod';

/** Has zod not compile its checks: the pages' policy forbids that, and counts each try. It is imported by its name, without the rest of zod. */
export const withoutEval = () => config({ jitless: true });
