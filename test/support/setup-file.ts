import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

// MongoDB drops a database once the transaction of a killed process has ended, after a minute.
afterAll(cleanUp, 150_000);
