/** An error whose message tells the operator what was wrong and what to do, so that no stack is needed. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
