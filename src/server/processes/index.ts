/** The processes of a server: started, watched, and given their connections. */
export { CmsProcess } from './CmsProcess.ts';
export type { CmsStanding, FromCms, ToCms } from './control.ts';
export { type Dispatcher, dispatcher, type Taker } from './dispatcher.ts';
export { SupervisedProcess } from './SupervisedProcess.ts';
