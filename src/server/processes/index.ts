/** The supervised processes of a server. */
export { CmsProcess } from './CmsProcess.ts';
export type { CmsStatus, FromCms, ToCms } from './control.ts';
export { SupervisedProcess } from './SupervisedProcess.ts';
