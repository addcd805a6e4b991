import type { Kind } from './types.ts';

/** A problem with an element. */
export interface Problem {
  /** The key, as in `category.slug` or `related[0].title`; '' is the element itself. */
  path: string;
  /** Text that continues the path: `is missing`, `is a number, not a text`. */
  reason: string;
}

/** Thrown by `List.parse` for an element that could not be served again byte for byte. */
export class ElementRefused extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, reason }) => `${path || 'the element'} ${reason}`).join('; '));
    this.name = 'ElementRefused';
    this.problems = problems;
  }
}

/** Thrown by `encode` if a required embedded document is not published. */
export class MissingReference extends Error {
  readonly kind: Kind;
  /** The id of the missing document; null if the reference is empty. */
  readonly id: string | null;
  /** The key of the element that needs it, such as `category` or `related.post_image`. */
  readonly field: string;

  constructor(kind: Kind, id: string | null, field: string) {
    super(
      id === null
        ? `${field} needs a document of ${kind}, and has none`
        : `${field} needs ${kind} ${id}, which is not there`,
    );
    this.name = 'MissingReference';
    this.kind = kind;
    this.id = id;
    this.field = field;
  }
}
