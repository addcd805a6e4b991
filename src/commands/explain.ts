import { causesOf, describeError } from '../system/logging/describeError.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';

/** Messages of PostgreSQL and SQLite for a missing table or column. */
const NO_TABLE = /no such (?:table|column)|(?:relation|column) \S+ does not exist/i;
const NO_CONNECTION = /ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|cannot connect|server selection/i;
const NO_RIGHTS = /authentication failed|password authentication|not authorized|permission denied/i;

/** The reason of a failure for the operator. With DEBUG it includes the place. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const trace = process.env.DEBUG ? `\n\n${describeError(error)}` : '';
  return `${sentence(error)}${trace}`;
}

function sentence(error: unknown): string {
  const messages = causesOf(error);
  const cause = messages.at(-1);
  const says = (what: RegExp) => messages.some((message) => what.test(message));
  if (says(NO_TABLE)) {
    return `The database lacks something of this config: ${cause}. Run the migrations of your app first: npx payload migrate.`;
  }
  if (says(NO_CONNECTION))
    return `The database cannot be reached: ${cause}. Is it running, and is its address right?`;
  if (says(NO_RIGHTS)) return `The database does not let this user in: ${cause}.`;
  return `${messages.join('\n  because: ')}\nSet DEBUG=1 to see where.`;
}
