/** A capture that cannot be had or used. The message says what is wrong, where, and what to do. */
export class NoCapture extends Error {
  override readonly name = 'NoCapture';
}
