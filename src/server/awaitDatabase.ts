import { setTimeout as sleep } from 'node:timers/promises';
import { databaseProblem } from '../database/index.ts';
import type { Log } from '../system/logging/log.ts';
import { type Environment, EnvironmentError } from '../system/settings/env.ts';

/** Milliseconds between two tries, and between two lines about the same problem. */
const PAUSE = 1000;
const SAID_AGAIN = 60_000;

/**
 * Waits until the database can be used. It says what is missing at once, then once a minute.
 *
 * @throws EnvironmentError for what waiting does not mend
 */
export async function awaitDatabase(
  environment: Pick<Environment, 'database' | 'databaseUri'>,
  log: Log,
): Promise<void> {
  let said = '';
  let saidAt = 0;
  for (;;) {
    const problem = await databaseProblem(environment);
    if (!problem) {
      if (said) log('The database can be used now.');
      return;
    }
    if (!problem.mayPass) throw new EnvironmentError(problem.message);
    if (problem.message !== said || performance.now() - saidAt > SAID_AGAIN) {
      said = problem.message;
      saidAt = performance.now();
      log(`${said} It is tried again until it can be used.`, 'error');
    }
    await sleep(PAUSE);
  }
}
