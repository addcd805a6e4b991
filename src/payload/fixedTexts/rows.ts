import type { FixedText } from './replace.ts';

/** The accessible name of a control. */
export function named(at: string, english: string | RegExp, greek: string): FixedText {
  return { at, attribute: 'aria-label', english, greek };
}

/** Payload's tooltip below `within`. */
export function tooltip(within: string, english: string, greek: string): FixedText[] {
  return [
    { at: `${within} .tooltip-content`, english, greek },
    { at: `${within} .tooltip`, attribute: 'title', english, greek },
  ];
}
