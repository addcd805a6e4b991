/** Payload wraps whatever went wrong in words of its own; the cause is at their end. Passwords are left out. */
export function cause(error: unknown): string {
  const { message } = error as Error;
  return message
    .replace(/^(?:Error: cannot connect to \w+[.:] ?(?:Details: )?)+/, '')
    .replace(/\/\/[^/@]*@/g, '//…@');
}
