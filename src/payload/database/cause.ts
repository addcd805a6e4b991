/**
 * The cause of a connection that failed. Payload 3.90 puts words of its own before it. Passwords are left out.
 *
 * Depends on it: messages that say what to put right.
 */
export function cause(error: unknown): string {
  const { message } = error as Error;
  return message
    .replace(/^(?:Error: cannot connect to \w+[.:] ?(?:Details: )?)+/, '')
    .replace(/\/\/[^/@]*@/g, '//…@');
}
