import type { DerivedText, MissingName } from './replace.ts';

const textOf = (element: Element | null | undefined) => element?.textContent?.trim() || undefined;

/** Where Payload writes a label before it has taken the label's text in the language of the page, and where it knows none. */
const UNRESOLVED = /\[object Object\]|\{\{label\}\}/;

/** Puts the label that stands in `part` of the same `whole` into an `aria-label` and the tooltip. */
const labelled = (at: string, whole: string, part: string): DerivedText[] =>
  ['aria-label', 'title'].map((attribute) => ({
    at,
    attribute,
    derive: (element, value) => {
      if (!UNRESOLVED.test(value)) return undefined;
      const label = textOf(element.closest(whole)?.querySelector(part));
      return label && value.replace(UNRESOLVED, () => label);
    },
  }));

/** Names for what Payload leaves without one, or names after an object or a field's key. */
export const names: (MissingName | DerivedText)[] = [
  ...labelled('.sort-column button', '.sort-column', '.sort-column__label'),
  ...labelled('.card a', '.card', '.card__title'),
  ...labelled('.list-header__create-new-button', '.list-header', '.list-header__title'),
  {
    // Named after its slug, also while its heading is yet to come.
    at: 'dialog[id]',
    attribute: 'aria-label',
    derive: (dialog, value) =>
      value === '' || value === dialog.id ? (textOf(dialog.querySelector('h1, h2, h3')) ?? '') : undefined,
  },
  {
    at: '.relationship-add-new__add-button',
    attribute: 'aria-label',
    derive: (element) => textOf(element.querySelector('.tooltip-content')),
  },
  {
    // Named after its field's key.
    at: '.checkbox-input input[title]',
    attribute: 'title',
    derive: (element) => textOf(element.closest('.checkbox-input')?.querySelector('label')),
  },
];
