import { OperatorError } from '../logging/OperatorError.ts';

/** A backup that cannot be made or restored. The message says what is wrong, where, and what to do. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}
