import { withoutTags } from './definition/texts.ts';

/** A file that texts link to, as the property `file` of a stored document of media; images have none. */
export interface LinkedFile {
  /** Its type as people read it, such as `PDF`; '' if it is not known. */
  type: string;
  /** In bytes; undefined if it is not known. */
  size: number | undefined;
}

const KB = 1024;

/**
 * The words of a link with the type and the size of its file, as in `Αίτηση (PDF, 240 KB)`. Words that end with a parenthesis that
 * names the type stay as they are.
 * @param words HTML
 */
export function withFile(words: string, { type, size }: LinkedFile): string {
  const said = [type, size === undefined ? '' : sizeInWords(size)].filter(Boolean).join(', ');
  if (said === '' || (type && endsWithType(words, type))) return words;
  const trimmed = words.trimEnd();
  return `${trimmed} (${said})${words.slice(trimmed.length)}`;
}

function endsWithType(words: string, type: string): boolean {
  const [, last = ''] = /\(([^()]*)\)$/.exec(withoutTags(words).trimEnd()) ?? [];
  return last
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .includes(type);
}

/** With a decimal comma: the lists are Greek. */
function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KB));
  if (kilobytes < KB) return `${kilobytes} KB`;
  return `${String(Math.round((bytes / KB ** 2) * 10) / 10).replace('.', ',')} MB`;
}
