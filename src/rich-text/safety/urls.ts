/** Schemes by which a link runs code, or shows a page of the sender's own making. */
const DANGEROUS_SCHEME = /^(?:javascript|vbscript|data|blob|filesystem|view-source|file):/i;

/** An address as browsers read it: no control characters and spaces in front, no tabs and line ends (URL standard, 4.4). */
export function addressAsRead(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in front of a scheme
  return address.replace(/^[\u0000-\u0020]+/, '').replace(/[\t\n\r]/g, '');
}

/** True for an address that must not be published unless the imported source has it. */
export function isDangerousUrl(address: string): boolean {
  return DANGEROUS_SCHEME.test(addressAsRead(address));
}
