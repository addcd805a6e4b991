import { OperatorError } from '../../system/logging/OperatorError.ts';
/** A comparison that cannot be made. The message says what is wrong, where, and what to do. */
export class NoComparison extends OperatorError {
  override readonly name = 'NoComparison';
}
