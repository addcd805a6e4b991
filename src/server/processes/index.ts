/** The processes of a server: started, watched, and started again. */
export { CmsProcess } from './CmsProcess.ts';
export type { CmsStanding, FromCms, ToCms } from './control.ts';
export { SupervisedProcess } from './SupervisedProcess.ts';
