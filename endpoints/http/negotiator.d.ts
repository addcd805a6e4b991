/** The used part of the package. The published types are of a version without `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding'?: string; 'accept-language'?: string } });
    /** The best of `available` by the client's quality values, then by the order of `preferred`. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
    /** Those of `available` that the client accepts, the best first. */
    languages(available: readonly string[]): string[];
  }
}
