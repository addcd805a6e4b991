/** The session cookie for requests. @throws Error if the response sets none */
export function sessionCookie(headers: Headers): string {
  const [cookie] = headers.getSetCookie();
  if (!cookie) throw new Error('No cookie was set.');
  return cookie.slice(0, cookie.indexOf(';'));
}
