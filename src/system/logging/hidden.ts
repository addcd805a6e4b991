/** What no line of the log may have, whoever writes it. */

/** Shorter values would take words out of ordinary lines. */
const SHORTEST = 4;

/** Credentials that are known by their form: JSON Web Tokens, Payload's session cookie, and its API keys in a header. */
const BY_FORM = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}|(?<=\bpayload-token=)[^;,\s]+|(?<=\bAPI-Key )[^"',;\s]+/g;

const hidden = new Set<string>();

/** These values, and their form in an address, are left out of every line from now on. */
export function hideInLog(values: readonly (string | undefined)[]): void {
  for (const value of values) {
    if (!value || value.length < SHORTEST) continue;
    hidden.add(value).add(encodeURIComponent(value));
  }
}

/** A line without credentials. */
export function withoutSecrets(line: string): string {
  let said = line.replace(BY_FORM, '…');
  for (const value of hidden) said = said.replaceAll(value, '…');
  return said;
}

/** An address without what stands before its `@`, which may be a password; also one with an `@` or a `/` where they should not be. */
export function withoutPassword(address: string): string {
  const authority = address.indexOf('//');
  const at = address.lastIndexOf('@');
  return authority < 0 || at < authority ? address : `${address.slice(0, authority)}//…${address.slice(at)}`;
}
