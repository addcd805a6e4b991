/** The content of the dashboard. */
export { dashboardData } from './dashboardData.ts';
