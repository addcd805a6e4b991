import { isWebAddress } from '../../../endpoints/lists/definition/texts.ts';

/**
 * Schemes by which a link runs code, or shows a page of the sender's own making, and the one by which only nodes with a
 * reference name documents.
 */
const DANGEROUS_SCHEME = /^(?:javascript|vbscript|data|blob|filesystem|view-source|file|portal-document):/i;

/** Schemes that a telephone or a program opens. */
export const PROGRAM_SCHEMES = 'mailto tel sms callto fax geo viber whatsapp skype sip';
const OF_PROGRAM = new RegExp(`^(?:${PROGRAM_SCHEMES.replaceAll(' ', '|')}):\\s*[^\\s]`, 'i');

/** What the editor begins a new link with. */
export const NO_ADDRESS_YET = 'https://';

/** What to do about an address that is none of the web. */
export const WHOLE_ADDRESS = {
  en: 'Enter the whole address without spaces, for example https://www.gov.gr/ypiresies',
  el: 'Γράψτε ολόκληρη τη διεύθυνση, χωρίς κενά, π.χ. https://www.gov.gr/ypiresies',
};

/** An address as browsers read it: no control characters and spaces in front, no tabs and line ends (URL standard, 4.4). */
export function addressAsRead(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them in front of a scheme
  return address.replace(/^[\u0000-\u0020]+/, '').replace(/[\t\n\r]/g, '');
}

/** True for an address that must not be published unless the imported source has it. */
export function isDangerousUrl(address: string): boolean {
  return DANGEROUS_SCHEME.test(addressAsRead(address));
}

/** Where a link that an editor makes may lead. */
export function isLinkAddress(address: string): boolean {
  return isWebAddress(address, 'typed') || OF_PROGRAM.test(address);
}
