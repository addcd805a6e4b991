/** Account commands for the operator. */
export { createAdmin, setPassword } from './accounts.ts';
export { createUsers } from './createUsers.ts';
