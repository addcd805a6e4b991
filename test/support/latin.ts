import type { Page } from 'playwright-core';

/** Latin words that are correct in Greek texts: keys, file types, the name of a language, values of `rel`, a command, databases. */
export const READ_AS_THEY_ARE = [
  ...['Alt', 'Enter', 'Escape', 'Backspace', 'English', 'API', 'URL'],
  ...['JPEG', 'PNG', 'WebP', 'GIF', 'AVIF', 'SVG', 'HTML', 'nofollow', 'noopener', 'noreferrer'],
  ...['CSV', 'PDF', 'ODT', 'ODS', 'ODP', 'DOCX', 'XLSX', 'PPTX'],
  ...['portal', 'content', 'set', 'password'],
  // The databases of legacy systems, and their collations.
  ...['PostgreSQL', 'MariaDB', 'MySQL', 'SQLite', 'ICU', 'libc', 'NOCASE', 'BINARY', 'unicode', 'general'],
  ...['el', 'en', 'und', 'ci', 'icu', 'posts', 'slug', 'news'],
];

/** Elements without texts of the admin: kept HTML, and the keys of an ordering or of an address. */
const NO_TEXT = '.kept-html__source, .kept-html__label, [class*="ordering"], [class*="__address"]';

const ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
];

/**
 * The texts of a page with Latin words, visible or for screen readers, including tooltips and the page title, and texts with
 * unfilled placeholders. Addresses and the words of `content` are ignored.
 */
export function latinTexts(page: Page, content: ReadonlySet<string>): Promise<string[]> {
  return page.evaluate(findLatin, {
    known: [...READ_AS_THEY_ARE, ...content],
    noText: NO_TEXT,
    attributes: ATTRIBUTES,
  });
}

interface Search {
  known: string[];
  noText: string;
  attributes: string[];
}

/** Runs in the page. */
function findLatin({ known, noText, attributes }: Search): string[] {
  const words = new Set(known);
  const found = new Set<string>([]);
  const look = (where: string, text: string | null) => {
    const plain = (text ?? '').replace(/\S+@\S+|\S*[/\\]\S*|\S+\.\w{2,4}\b/g, ' ');
    const latin = (plain.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !words.has(word));
    if (latin.length > 0 || /\{\{/.test(plain)) found.add(`${where}: ${(text ?? '').trim().slice(0, 120)}`);
  };
  look('title of the page', document.title);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest(`script, style, ${noText}`)) continue;
    const place = element.classList[0] ? `${element.localName}.${element.classList[0]}` : element.localName;
    if (node instanceof Text) look(place, node.data);
    else for (const name of attributes) look(`${place}[${name}]`, element.getAttribute(name));
  }
  return [...found];
}

/** Waits until the page has not changed for a while. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    (quiet) =>
      new Promise((resolve) => {
        let timer = setTimeout(resolve, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quiet);
        });
        observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
      }),
    QUIET,
  );
}

/** In milliseconds. */
const QUIET = 250;

/** All Latin words in these values, at any depth; for HTML, those of its text. */
export function latinWords(value: unknown): string[] {
  if (typeof value === 'string') return value.replace(/<[^>]*>/g, ' ').match(/[A-Za-z]{2,}/g) ?? [];
  return value && typeof value === 'object' ? Object.values(value).flatMap(latinWords) : [];
}
