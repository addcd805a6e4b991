/** What the first page of the admin says. */
export { dashboardData } from './dashboardData.ts';
