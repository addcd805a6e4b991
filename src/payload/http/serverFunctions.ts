/** Payload's own scheduling, which no collection here has: with it, any user could plan anything, to fail at its time. */
const UNUSED = ['schedule-publish', 'get-upcoming-scheduled-publish'];

/**
 * Whether the pages of the admin call a function of this name on the server. Payload 3.90 keeps the functions in a plain object:
 * what every object has would be called with all that they are given. It also answers some of them to anybody, so whoever
 * asks this asks for a user too.
 *
 * Depends on it: that nothing on the server is run by its name alone.
 */
export function isServerFunction(name: unknown): name is string {
  return typeof name === 'string' && !(name in Object.prototype) && !UNUSED.includes(name);
}
