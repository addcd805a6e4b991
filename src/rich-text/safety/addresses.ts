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

const YOUTUBE = /^(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;

/** The first of these that is allowed shows the videos of YouTube: without cookies where that is so. */
const YOUTUBE_HOSTS = ['www.youtube-nocookie.com', 'www.youtube.com', 'youtube.com'];

const VIMEO_HOST = 'player.vimeo.com';

/**
 * The address to embed, of what an editor types: the address of a video's page on YouTube or Vimeo, or one of an allowed host
 * as it is. Undefined where no allowed host shows it.
 */
export function videoAddress(typed: string, hosts: readonly string[]): string | undefined {
  const trimmed = typed.trim();
  const whole = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`;
  if (!URL.canParse(whole) || /\s/.test(trimmed)) return undefined;
  const url = new URL(whole);
  const youtube = YOUTUBE.test(url.hostname) ? idOnYoutube(url) : undefined;
  if (youtube) {
    const host = YOUTUBE_HOSTS.find((each) => hosts.includes(each));
    const from = /^\d+/.exec(url.searchParams.get('start') ?? url.searchParams.get('t') ?? '')?.[0];
    return host && `https://${host}/embed/${youtube}${from ? `?start=${from}` : ''}`;
  }
  const [, vimeo] = (/^(?:www\.)?vimeo\.com$/.test(url.hostname) && /^\/(\d+)/.exec(url.pathname)) || [];
  if (vimeo) return hosts.includes(VIMEO_HOST) ? `https://${VIMEO_HOST}/video/${vimeo}` : undefined;
  url.protocol = 'https:';
  return hosts.includes(url.hostname) && url.pathname !== '/' ? url.href : undefined;
}

function idOnYoutube({ hostname, pathname, searchParams }: URL): string | undefined {
  const [, inPath] = /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname) ?? [];
  const short = hostname === 'youtu.be' ? pathname.slice(1) : undefined;
  const id = inPath ?? short ?? searchParams.get('v') ?? '';
  return /^[\w-]{6,20}$/.test(id) ? id : undefined;
}

/** The hosts whose videos texts may embed where a config names no others. */
export const VIDEO_HOSTS: readonly string[] = [
  'www.youtube.com',
  'youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
];
