/** How the served lists stand, for the admin. */
export { reportOfFronts } from './portalReport.ts';
