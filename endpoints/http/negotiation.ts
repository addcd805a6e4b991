// For those who compile this file as a part of something else, such as the administration.
/// <reference path="./negotiator.d.ts" />
import Negotiator from 'negotiator';
import { Recent } from './Recent.ts';

/** A content coding (RFC 9110, 8.4.1) that lists can have. */
export type Coding = 'br' | 'gzip';

/** Clients send few different headers; what is longer than any of theirs is not worth reading. */
const REMEMBERED = { headers: 200, characters: 1000 };

/** Finds the coding that an `Accept-Encoding` asks for; undefined: none. */
export type Negotiation = (header: string | string[] | undefined) => Coding | undefined;

/**
 * Negotiates among these codings (RFC 9110, 12.5.3): the client's qualities decide, then the order given here. Whoever
 * asks for nothing gets no coding; neither does who accepts nothing that there is, not even that: as with `Accept`, the
 * list is of more use than a 406.
 */
export function negotiation(codings: readonly Coding[]): Negotiation {
  if (codings.length === 0) return () => undefined;
  const available = [...codings, 'identity'];
  const known = new Recent<Coding | 'identity'>(REMEMBERED.headers);

  function read(header: string): Coding | 'identity' {
    // RFC 9110, 8.4.1.3: an old name of the same.
    const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') };
    const best = new Negotiator({ headers }).encoding(available, { preferred: available });
    return codings.find((coding) => coding === best) ?? 'identity';
  }

  return function negotiate(header) {
    if (header === undefined) return undefined;
    const text = typeof header === 'string' ? header : header.join(',');
    if (text.length > REMEMBERED.characters) return undefined;
    let best = known.get(text);
    if (!best) {
      best = read(text);
      known.set(text, best);
    }
    return best === 'identity' ? undefined : best;
  };
}
