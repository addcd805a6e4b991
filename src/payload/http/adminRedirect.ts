/** A base address with a reserved host, to detect links to other hosts. */
const HERE = 'http://admin.invalid';
const ADMIN = /^\/admin(?:\/|$)/;

/** True if a link on a page of the admin leads to the admin, after browsers have resolved `..`, `%2e`, `\` and `//`. */
function staysInAdmin(target: string): boolean {
  const base = `${HERE}/admin/login`;
  if (!URL.canParse(target, base)) return false;
  const { origin, pathname } = new URL(target, base);
  return origin === HERE && ADMIN.test(pathname);
}

/**
 * The URL without a `redirect` parameter that leads out of the admin after sign-in; undefined if there is none. Payload 3.90
 * checks the text of the parameter, but browsers resolve it to another address.
 *
 * Needed for: protection from phishing by links to this admin.
 * @param url the URL of a request
 */
export function withoutForeignRedirect(url: string): string | undefined {
  if (!URL.canParse(url, HERE)) return undefined;
  const { pathname, searchParams } = new URL(url, HERE);
  if (!ADMIN.test(pathname) || searchParams.getAll('redirect').every(staysInAdmin)) return undefined;
  searchParams.delete('redirect');
  const query = searchParams.toString();
  return query ? `${pathname}?${query}` : pathname;
}
