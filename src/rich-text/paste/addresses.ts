import { isLinkAddress } from '../safety/urls.ts';
import type { Run } from './content.ts';

/** Addresses that mail programs and search engines put before others: the host, and the parameter with the address behind. */
const DETOURS: readonly (readonly [host: RegExp, parameter: string])[] = [
  [/(?:^|\.)safelinks\.protection\.(?:outlook\.com|office365\.us|outlook\.cn)$/, 'url'],
  [/^(?:www\.)?google\.[a-z.]+$/, 'q'],
  [/^(?:www\.)?google\.[a-z.]+$/, 'url'],
  [/^lm?\.(?:facebook|messenger|instagram)\.com$/, 'u'],
  [/(?:^|\.)teams\.cdn\.office\.net$/, 'url'],
];
const DETOUR_PATH = /^\/?(?:$|url$|l\.php$|evergreen-assets\/safelinks\/)/;
/** https://help.proofpoint.com (URL Defense, version 3): the address stands in the path. */
const DEFENSE = /^https:\/\/urldefense\.(?:com|us|proofpoint\.com)\/v3\/__(.+?)__;/;

/** The address that a reader is meant to get to, behind the one by which it is watched. */
export function addressBehind(href: string): string {
  let address = href;
  for (let i = 0; i < 3; i++) {
    const behind = nextBehind(address);
    if (behind === undefined || !isLinkAddress(behind)) return address;
    address = behind;
  }
  return address;
}

function nextBehind(address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const [, defended] = DEFENSE.exec(address) ?? [];
  if (defended) return defended.replace(/^(https?):\/(?=[^/])/, '$1://');
  const { hostname, pathname, searchParams } = new URL(address);
  if (!DETOUR_PATH.test(pathname)) return undefined;
  for (const [host, parameter] of DETOURS) {
    const behind = host.test(hostname) ? searchParams.get(parameter) : null;
    if (behind) return behind;
  }
  return undefined;
}

/** A longer word is no address that anybody wrote. */
const LONGEST_ADDRESS = 2000;

/** A text with its bare addresses as links. */
export function withLinks(run: Run): Run[] {
  if (run.href !== '' || run.marks.has('code') || !/:\/\/|@|www\./i.test(run.text)) return [run];
  const runs: Run[] = [];
  let text = '';
  for (const piece of run.text.split(/([\s<>"«»“”]+)/)) {
    const { before, address, after } = partsOf(piece);
    const href = hrefOf(address);
    if (href === undefined) {
      text += piece;
      continue;
    }
    runs.push({ ...run, text: text + before }, { ...run, text: address, href });
    text = after;
  }
  return [...runs, { ...run, text }].filter((each) => each.text !== '');
}

/** A word without the marks around it; a bracket that begins in it ends in it. */
function partsOf(word: string) {
  const start = /^[([{'‘„·,;:]*/.exec(word)?.[0].length ?? 0;
  const count = (bracket: string) => word.slice(start).split(bracket).length;
  let unopened = count(')') - count('(');
  let end = word.length;
  while (end > start && /[.,;:!?·…)\]}'’]/.test(word.charAt(end - 1))) {
    if (word.charAt(end - 1) === ')' && --unopened < 0) break;
    end -= 1;
  }
  return { before: word.slice(0, start), address: word.slice(start, end), after: word.slice(end) };
}

function hrefOf(word: string): string | undefined {
  if (word.length > LONGEST_ADDRESS) return undefined;
  if (/^https?:\/\/[^/\s.]+\.[^\s]/i.test(word)) return isLinkAddress(word) ? word : undefined;
  const isHost = /^www\.[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]*\p{L}(?:[/?#]|$)/iu.test(word);
  if (isHost) return isLinkAddress(`https://${word}`) ? `https://${word}` : undefined;
  return /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(word) ? `mailto:${word}` : undefined;
}
