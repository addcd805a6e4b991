/** The one log of the processes, and what may be said of an error. */
export { causesOf, describeError } from './describeError.ts';
export { logConsole, payloadLogger } from './log.ts';
