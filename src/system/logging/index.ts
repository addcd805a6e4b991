/** The log of all processes, and descriptions of errors. */
export { causesOf, describeError } from './describeError.ts';
export { hideInLog, withoutPassword } from './hidden.ts';
export { type Log, openLog, payloadLogger, readableLogger } from './log.ts';
export { logRequest } from './requests.ts';
export { Trouble } from './Trouble.ts';
