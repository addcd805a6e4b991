import { EnvironmentError } from '../system/settings/env.ts';

/** The number of tables or collections that the message names, so that the operator recognizes the database. */
const MAX_NAMED = 5;

/** The error for a database of another app's config, whose schema this server would change. */
export function ofAnotherConfig(names: readonly string[]): EnvironmentError {
  const some = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : '');
  return new EnvironmentError(
    `DATABASE_URI names a database that another Payload config has made (${some}). For that app, name its config: ` +
      'portal-content --config payload.config.ts …; for this server, name another database.',
  );
}
