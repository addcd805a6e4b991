import { withoutPassword } from '../../system/logging/index.ts';

/**
 * The cause of a failed connection, without passwords. Payload 3.90 puts its own text before it.
 *
 * Needed for: messages for operators.
 */
export function cause(error: unknown): string {
  const { message } = error as Error;
  return message
    .replace(/^(?:Error: cannot connect to \w+[.:] ?(?:Details: )?)+/, '')
    .replace(/\S+/g, withoutPassword);
}
