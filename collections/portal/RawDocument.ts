/** A document as the database layer gives it: hidden values included, relationships as ids. */
export type RawDocument = Record<string, unknown> & { id: number | string };
