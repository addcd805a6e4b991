import { EnvironmentError } from '../settings/env.ts';

/** Some of its tables or collections, so that a person knows which database it is. */
const NAMED = 5;

/** Refuses a database that the config of another app has made: this server would change its shape. */
export function ofAnotherConfig(names: readonly string[]): EnvironmentError {
  const some = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
  return new EnvironmentError(
    `DATABASE_URI names a database that another Payload config has made (${some}). For that app, name its config: ` +
      'portal-content --config payload.config.ts …; for this server, name another database.',
  );
}
