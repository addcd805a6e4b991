import fc from 'fast-check';
import { afterAll, afterEach } from 'vitest';
import { cleanUp, tellFailure } from './cleanup.ts';

// MongoDB drops a database once the transaction of a killed process has ended, after a minute.
afterAll(cleanUp, 150_000);

afterEach(({ task }) => (task.result?.state === 'fail' ? tellFailure(task.name) : undefined));

// A run tries the same examples as the one before it; `SEED=2 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });
