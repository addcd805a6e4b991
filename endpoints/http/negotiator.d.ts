/** What is used of it here; the published types are of a version before `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding'?: string } });
    /** The best of `available` by the client's qualities, then by the order of `preferred`. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
  }
}
