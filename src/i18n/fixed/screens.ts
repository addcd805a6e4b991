import type { FixedText } from './replace.ts';

/** Texts of whole screens and of the parts that they share. */
export const screens: FixedText[] = [
  {
    at: 'section[aria-label]',
    attribute: 'aria-label',
    english: 'Notifications alt+T',
    greek: 'Ειδοποιήσεις (Alt+T)',
  },
];
