import { OperatorError } from '../../logging/OperatorError.ts';
/** A capture that cannot be had or used. The message says what is wrong, where, and what to do. */
export class NoCapture extends OperatorError {
  override readonly name = 'NoCapture';
}
