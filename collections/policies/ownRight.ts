const own = new WeakSet<object>();

/** Marks an access function as this project's, so that saves can distinguish it from a host's. */
export function ownRight<Right extends object>(right: Right): Right {
  own.add(right);
  return right;
}

export function isOwnRight(right: object | undefined): boolean {
  return right !== undefined && own.has(right);
}
