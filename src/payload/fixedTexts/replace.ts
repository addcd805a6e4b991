/** A text that is fixed in the code of the admin, where translations do not apply. */
export interface FixedText {
  /** CSS selector of the elements. It must not match an editor's content. */
  at: string;
  /** The attribute with the text. Without it, the element's own text nodes. */
  attribute?: string;
  /** The English text. If it is a pattern, `greek` may use its groups (`$1`). */
  english: string | RegExp;
  greek: string;
}

/** A name for elements that have none, such as a button with only an icon. */
export interface MissingName {
  at: string;
  /** @example 'aria-label' */
  attribute: string;
  missing: { el: string; en: string };
}

/** A text of ours in place of the element's own, whatever that is. */
export interface OwnText {
  at: string;
  attribute?: undefined;
  text: { el: string; en: string } | ((text: string, language: Language) => string);
}

/** An attribute whose text is taken from elsewhere on the page, in the language used there. */
export interface DerivedText {
  at: string;
  attribute: string;
  /** Gives undefined if the attribute should not change. */
  derive: (element: Element, value: string) => string | undefined;
}

export type Replacement = FixedText | MissingName | OwnText | DerivedText;

type Language = 'el' | 'en';

/** Replaces the texts below `root`, now and after every change. Gives a function that stops it. */
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
  // It runs before the browser paints, and before screen readers get the change.
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      replaceIn(element);
      // The name of a dialog comes from its heading.
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

/** The replacement of a text, or the text itself. */
function inLanguage(text: string, replacement: Replacement, language: Language, element: Element): string {
  if ('missing' in replacement) {
    const { el, en } = replacement.missing;
    return text === '' || text === el || text === en ? replacement.missing[language] : text;
  }
  if ('text' in replacement) {
    const { text: own } = replacement;
    if (typeof own === 'function') return own(text, language);
    return text.trim() === '' ? text : own[language];
  }
  if ('derive' in replacement) return replacement.derive(element, text) ?? text;
  const { english, greek } = replacement;
  if (typeof english !== 'string') return language === 'el' ? text.replace(english, greek) : text;
  const [from, to] = language === 'el' ? [english, greek] : [greek, english];
  return text.trim() === from ? text.replace(from, to) : text;
}
