/** The state of the served lists, for the admin. */
export { reportOfFronts } from './portalReport.ts';
