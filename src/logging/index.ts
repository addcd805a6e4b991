/** The log of all processes, and descriptions of errors. */
export { causesOf, describeError } from './describeError.ts';
export { logConsole, payloadLogger } from './log.ts';
