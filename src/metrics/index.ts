/** What operators measure: counts of the fronts, metrics of each process, and the server that gives all of them. */
export { FrontCounts, type FrontLimit } from './FrontCounts.ts';
export { type MetricsJson, textOf } from './registries.ts';
export { metricsServer } from './serve.ts';
