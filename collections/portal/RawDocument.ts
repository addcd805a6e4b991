/** A document from the database adapter, with hidden values, and relationships as ids. */
export type RawDocument = Record<string, unknown> & { id: number | string };
