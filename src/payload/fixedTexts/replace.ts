/** A text of the admin's pages that Payload has fixed in its code, out of reach of its translations. */
export interface FixedText {
  /** The elements that have it, as a CSS selector; never one that an editor's content can match. */
  at: string;
  /** The attribute that holds it; without one, the element's own text does. */
  attribute?: string;
  /** As Payload has it. Of a pattern, `greek` may name the groups (`$1`). */
  english: string | RegExp;
  greek: string;
}

/** A name for elements that come without one, such as a button with nothing but an icon. */
export interface MissingName {
  at: string;
  /** @example 'aria-label' */
  attribute: string;
  missing: { el: string; en: string };
}

/** An attribute whose text is found elsewhere on the page, in the language of that. */
export interface DerivedText {
  at: string;
  attribute: string;
  /** Gives nothing where the attribute shall stay as it is. */
  derive: (element: Element, value: string) => string | undefined;
}

export type Replacement = FixedText | MissingName | DerivedText;

type Language = 'el' | 'en';

/** Puts the texts of `language` in place below `root`, now and whenever something changes there. Gives what ends that. */
export function keepReplaced(
  root: Element,
  replacements: readonly Replacement[],
  language: Language,
): () => void {
  const anywhere = replacements.map(({ at }) => at).join();
  const replaceIn = (element: Element | null) => {
    if (!element?.matches(anywhere)) return;
    for (const each of replacements) if (element.matches(each.at)) replace(element, each, language);
  };
  const replaceBelow = (node: Node) => {
    if (!(node instanceof Element)) return;
    replaceIn(node);
    node.querySelectorAll(anywhere).forEach(replaceIn);
  };
  // It is called before the browser paints or a screen reader is told.
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      replaceIn(element);
      // Its name stands inside it.
      replaceIn(element?.closest('dialog') ?? null);
      addedNodes.forEach(replaceBelow);
    }
  });
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: [...new Set(replacements.flatMap(({ attribute }) => attribute ?? []))],
  });
  replaceBelow(root);
  return () => observer.disconnect();
}

function replace(element: Element, replacement: Replacement, language: Language): void {
  const { attribute } = replacement;
  if (attribute !== undefined) {
    const value = element.getAttribute(attribute) ?? '';
    const replaced = inLanguage(value, replacement, language, element);
    if (replaced !== value) element.setAttribute(attribute, replaced);
    return;
  }
  for (const node of element.childNodes) {
    if (!(node instanceof Text)) continue;
    const replaced = inLanguage(node.data, replacement, language, element);
    if (replaced !== node.data) node.data = replaced;
  }
}

/** The replacement of a text; the text itself where there is none. */
function inLanguage(text: string, replacement: Replacement, language: Language, element: Element): string {
  if ('missing' in replacement) {
    const { el, en } = replacement.missing;
    return text === '' || text === el || text === en ? replacement.missing[language] : text;
  }
  if ('derive' in replacement) return replacement.derive(element, text) ?? text;
  const { english, greek } = replacement;
  if (typeof english !== 'string') return language === 'el' ? text.replace(english, greek) : text;
  const [from, to] = language === 'el' ? [english, greek] : [greek, english];
  return text.trim() === from ? text.replace(from, to) : text;
}
