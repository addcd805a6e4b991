/** Account commands for the operator. */
export { createAdmin, setPassword } from './accounts.ts';
