/** The supervised processes of a server. */
export { CmsProcess } from './CmsProcess.ts';
export type { CmsStatus, FromCms, ToCms } from './control.ts';
export { NightlyBackups, nextTime } from './NightlyBackups.ts';
export { SupervisedProcess } from './SupervisedProcess.ts';
