import { MARK_BITS } from '../html/elements.ts';
import { isLinkAddress } from '../safety/addresses.ts';
import type { Run } from './content.ts';

/** A longer word is no address that anybody wrote. */
const LONGEST_ADDRESS = 2000;

/** A text with its bare addresses as links. */
export function withLinks(run: Run): Run[] {
  const isCode = (run.marks & (MARK_BITS.code ?? 0)) !== 0;
  if (run.href !== '' || isCode || !/:\/\/|@|www\./i.test(run.text)) return [run];
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
