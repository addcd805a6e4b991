import { describe, it } from 'vitest';
import { testDatabase } from './databases.ts';

const nothing = Object.assign(() => {}, { each: () => () => {} });

/**
 * `it` and `describe` for what cannot differ between databases, in a file that runs on several of them: on SQLite as usual,
 * elsewhere nothing is run.
 */
export const oneDatabase = {
  get it(): typeof it {
    return testDatabase() === 'sqlite' ? it : (nothing as unknown as typeof it);
  },
  get describe(): typeof describe {
    return testDatabase() === 'sqlite' ? describe : (nothing as unknown as typeof describe);
  },
};
