/** Users as the operator makes and mends them. */
export { createAdmin, setPassword } from './accounts.ts';
