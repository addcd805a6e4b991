/** A comparison that cannot be made. The message says what is wrong, where, and what to do. */
export class NoComparison extends Error {
  override readonly name = 'NoComparison';
}
