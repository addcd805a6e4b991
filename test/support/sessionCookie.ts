/** The cookie of a session, as a client sends it back. @throws Error where the answer sets none */
export function sessionCookie(headers: Headers): string {
  const [cookie] = headers.getSetCookie();
  if (!cookie) throw new Error('No cookie was set.');
  return cookie.slice(0, cookie.indexOf(';'));
}
