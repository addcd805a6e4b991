import { escapeUTF8 } from 'entities/escape';
import { differenceOf, tokensOf } from './difference.ts';
import type { PreviewedKey } from './preview.ts';

/**
 * The HTML of a page that shows an element: its titles, images and texts, in the order of its keys, with what has changed marked.
 * What is new is in `<ins class="portal-new">`, what goes in `<del class="portal-gone">`.
 */
export function lookOf(keys: readonly PreviewedKey[]): string {
  return keys
    .flatMap(({ after, before, key, type }) => {
      const [now, then] = [textOf(before), textOf(after)];
      // Of a new element nothing is marked.
      const was = before === null ? then : now;
      if (was === '' && then === '') return [];
      if (type === 'html') return [`<section>${markedHtml(was, then)}</section>`];
      if (type === 'image') return [imageOf(was, then)];
      if (isTitle(key)) return [`<h1>${markedText(was, then)}</h1>`];
      return type === 'text' ? [`<p class="portal-text">${markedText(was, then)}</p>`] : [];
    })
    .join('\n');
}

/** Whether a key is a part of the look. */
export const isSeen = ({ key, type }: PreviewedKey) => type !== 'other' || isTitle(key);

const isTitle = (key: string) => /(^|_)title$/.test(key);

function textOf(json: string | null): string {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'string' ? value : '';
}

const added = (html: string) => `<ins class="portal-new">${html}</ins>`;
const removed = (html: string) => `<del class="portal-gone">${html}</del>`;

function imageOf(before: string, after: string): string {
  const image = (address: string) => `<img src="${escapeUTF8(address)}" alt="">`;
  if (before === after) return `<p>${image(after)}</p>`;
  return `<p>${before && removed(image(before))}${after && added(image(after))}</p>`;
}

function markedText(before: string, after: string): string {
  const parts = differenceOf(before, after).map(({ in: side, text }) => {
    const html = escapeUTF8(text);
    if (side === 'both') return html;
    return side === 'after' ? added(html) : removed(html);
  });
  return parts.join('');
}

const TAG = /^<(\/?)([a-z][a-z0-9]*)/i;

/** Elements whose own change is seen: another picture, another address. */
const SEEN = /^(?:a|iframe|img|video)$/i;
/** Elements whose content is no text to mark. */
const OPAQUE = /^(?:iframe|script|style|textarea|title)$/i;
/** A text right after such a tag would leave its table or list. */
const NO_TEXT_AFTER =
  /^(?:<(?:table|thead|tbody|tfoot|tr|ul|ol|dl)\b|<\/(?:thead|tbody|tfoot|tr|td|th|li|dt|dd|caption)\b)/i;
const BLOCK_END = /^<(?:\/(?:p|h[1-6]|li|tr|div|table|ul|ol|figure|blockquote)\b|br\b)/i;

/** The newer HTML, whole and with its own structure, in which what is new and what has gone is marked. */
export function markedHtml(before: string, after: string): string {
  const marked = new Marked();
  for (const { in: side, text } of differenceOf(before, after))
    for (const token of tokensOf(text)) {
      if (side === 'before') marked.remove(token);
      else marked.add(token, side === 'after');
    }
  return marked.end();
}

class Marked {
  #html = '';
  #run = { isNew: false, text: '' };
  #gone = '';
  #lastTag = '';
  #opaque = '';

  /** What has gone stays as its words and pictures. */
  remove(token: string): void {
    const [, , name = ''] = TAG.exec(token) ?? [];
    if (name === '' || /^img$/i.test(name)) this.#gone += token;
    else if (BLOCK_END.test(token) && this.#gone.trim() !== '') this.#gone += '<br>';
  }

  add(token: string, isNew: boolean): void {
    const [, slash, name = ''] = TAG.exec(token) ?? [];
    if (name === '') {
      if (!this.#opaque) this.#showGone();
      if (this.#run.isNew !== isNew) this.#endRun();
      this.#run = { isNew, text: this.#run.text + token };
      return;
    }
    if (!this.#opaque) this.#showGone();
    this.#endRun();
    if (this.#opaque) {
      if (slash && name.toLowerCase() === this.#opaque) this.#opaque = '';
    } else if (!slash && OPAQUE.test(name)) this.#opaque = name.toLowerCase();
    const isMarked = isNew && !slash && SEEN.test(name);
    this.#html += isMarked ? token.replace(TAG, '$& data-portal-new') : token;
    this.#lastTag = token;
  }

  end(): string {
    this.#showGone();
    this.#endRun();
    return this.#html + (this.#gone && removed(this.#gone));
  }

  #endRun(): void {
    const { isNew, text } = this.#run;
    this.#html += isNew && text.trim() !== '' && !this.#opaque ? added(text) : text;
    this.#run = { isNew: false, text: '' };
  }

  #showGone(): void {
    if (this.#gone === '') return;
    if (this.#run.text === '' && NO_TEXT_AFTER.test(this.#lastTag)) return;
    this.#endRun();
    if (this.#gone.trim() !== '') this.#html += removed(this.#gone);
    this.#gone = '';
  }
}

/**
 * HTML as a page for a sandboxed frame, or for whoever has a link to a draft. Nothing is loaded but images and the style sheet, and
 * nothing runs.
 * @param styleSheet an https address
 */
export function pageOf(
  html: string,
  styleSheet: string | null,
  { language = 'el', title = '' }: { language?: string; title?: string } = {},
): string {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">' +
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(styleSheet)}"><title>${escapeUTF8(title)}</title>`;
  return `<!doctype html><html lang="${language}"><head>${head}${styles(styleSheet)}</head><body>${html}</body></html>`;
}

/** What such a page may load. */
export const policyOf = (styleSheet: string | null): string =>
  `default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'${styleSheet ? ` ${new URL(styleSheet).origin}` : ''}`;

/** The styles of a page with a look: the portal's own, or plain ones. */
function styles(styleSheet: string | null): string {
  const own = styleSheet
    ? `<link rel="stylesheet" href="${escapeUTF8(styleSheet)}">`
    : '<style>body{max-width:60rem;margin:8px auto;padding:0 8px;font:16px/1.5 sans-serif;overflow-wrap:anywhere}h1{font-size:clamp(1.4rem,5vw,2rem);line-height:1.25}img,video,iframe,table{max-width:100%}</style>';
  const marks =
    '<style>.portal-new{background:#d3f3d8;color:#0b3d16;text-decoration:underline}.portal-gone{background:#fbdcda;color:#6d1410}' +
    '[data-portal-new],.portal-new img{outline:3px dashed #1a7f37}.portal-gone img{outline:3px dashed #b3261e;opacity:.6}' +
    '.portal-text{white-space:pre-line}</style>';
  return own + marks;
}
