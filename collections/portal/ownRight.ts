const own = new WeakSet<object>();

/** Marks a right as this project's, so that a save tells it from a host's own. */
export function ownRight<Right extends object>(right: Right): Right {
  own.add(right);
  return right;
}

export function isOwnRight(right: object | undefined): boolean {
  return right !== undefined && own.has(right);
}
