/** Functions of Payload's own scheduling, which no collection here uses. Users could otherwise create jobs that fail. */
const UNUSED = ['schedule-publish', 'get-upcoming-scheduled-publish'];

/**
 * True if the admin's pages call a server function with this name. Payload 3.90 looks up functions in a plain object, so
 * `constructor` and the like would be called with the request's arguments. It also runs some functions without a user, so
 * callers must check the user too.
 *
 * Needed for: running known functions only.
 */
export function isServerFunction(name: unknown): name is string {
  return typeof name === 'string' && !(name in Object.prototype) && !UNUSED.includes(name);
}
