/** Schemes by which a link runs code, or shows a page of the sender's own making. */
const DANGEROUS_SCHEME = /^(?:javascript|vbscript|data|blob|filesystem|view-source|file):/i;

/**
 * True for an address that must not be published unless the imported source has it. Judged as browsers read it: leading
 * control characters and spaces, and tabs and line breaks anywhere, do not count (URL standard, 4.4).
 */
export function isDangerousUrl(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in front of a scheme
  return DANGEROUS_SCHEME.test(url.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+/, ''));
}
