import type { MissingName, UnresolvedLabel } from './replace.ts';

const textOf = (within: string, part: string) => (element: Element) =>
  element.closest(within)?.querySelector(part)?.textContent;

/** Names for what Payload leaves without one, or names "[object Object]". */
export const names: (MissingName | UnresolvedLabel)[] = [
  {
    at: '.sort-column button',
    attribute: 'aria-label',
    label: textOf('.sort-column', '.sort-column__label'),
  },
  { at: '.card a', attribute: 'aria-label', label: textOf('.card', '.card__title') },
];
