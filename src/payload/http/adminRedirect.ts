/** An address that is nobody's: only what does not leave it is of this server. */
const HERE = 'http://admin.invalid';
const ADMIN = /^\/admin(?:\/|$)/;

/** Whether a browser that follows this on a page of the admin stays there: after `..`, `%2e`, `\` and `//` are resolved. */
function staysInAdmin(target: string): boolean {
  const base = `${HERE}/admin/login`;
  if (!URL.canParse(target, base)) return false;
  const { origin, pathname } = new URL(target, base);
  return origin === HERE && ADMIN.test(pathname);
}

/**
 * The same page without a `redirect` that would lead out of the admin after signing in; undefined where there is none.
 * Payload 3.90 looks at what is written, and browsers make another address of it.
 *
 * Depends on it: that a link to this admin leads nobody to a page that looks like it.
 * @param url of a request, as it came
 */
export function withoutForeignRedirect(url: string): string | undefined {
  if (!URL.canParse(url, HERE)) return undefined;
  const { pathname, searchParams } = new URL(url, HERE);
  if (!ADMIN.test(pathname) || searchParams.getAll('redirect').every(staysInAdmin)) return undefined;
  searchParams.delete('redirect');
  const query = searchParams.toString();
  return query ? `${pathname}?${query}` : pathname;
}
