import type { DerivedText, MissingName } from './replace.ts';

const textOf = (element: Element | null | undefined) => element?.textContent?.trim() || undefined;

/** Text that Payload writes if a label is an object of translations, or unknown. */
const UNRESOLVED = /\[object Object\]|\{\{label\}\}/;

/** Puts a label into an `aria-label` and the tooltip. */
const labelled = (at: string, labelOf: (element: Element) => string | undefined): DerivedText[] =>
  ['aria-label', 'title'].map((attribute) => ({
    at,
    attribute,
    derive: (element, value) => {
      if (!UNRESOLVED.test(value)) return undefined;
      const label = labelOf(element);
      return label && value.replace(UNRESOLVED, () => label);
    },
  }));

/** The text of `part` within the element's ancestor `whole`. */
const beside = (whole: string, part: string) => (element: Element) =>
  textOf(element.closest(whole)?.querySelector(part));

/** The label of a collection. */
export interface CollectionNames {
  slug: string;
  singular: string;
  plural: string;
}

/** Names of the links and buttons that create a document, on the dashboard and above a list. */
export function createNames(collections: readonly CollectionNames[]): DerivedText[] {
  const oneOf = (is: (each: CollectionNames) => boolean) => collections.find(is)?.singular;
  const title = beside('.list-header', '.list-header__title');
  return [
    ...labelled('.card a[href$="/create"]', (element) =>
      oneOf(({ slug }) => element.getAttribute('href')?.endsWith(`/${slug}/create`) ?? false),
    ),
    ...labelled('.list-header__create-new-button', (element) =>
      oneOf(({ plural }) => plural === title(element)),
    ),
  ];
}

/** Accessible names for elements to which Payload gives none, or a slug or a field's key. */
export const names: (MissingName | DerivedText)[] = [
  ...labelled('.sort-column button', beside('.sort-column', '.sort-column__label')),
  ...labelled('.card a:not([href$="/create"])', beside('.card', '.card__title')),
  {
    // Payload uses the slug as the name. The heading may be rendered later.
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
    // Payload uses the field's key as the name.
    at: '.checkbox-input input[title]',
    attribute: 'title',
    derive: (element) => textOf(element.closest('.checkbox-input')?.querySelector('label')),
  },
];
