/** A part of a file. Parts that stay are views of the file's own bytes. */
export type Part = Buffer;

/** Thrown if a picture does not have the structure of its type. */
export class Malformed extends Error {}
