/** What others ask of the documents beside the plugin, which reads and tells them. */
export { dataVersion } from './dataVersion.ts';
export { fillSearch } from './fillSearch.ts';
