import { controls } from './controls.ts';
import { datePicker } from './datePicker.ts';
import { drag } from './drag.ts';
import { names } from './names.ts';
import type { Replacement } from './replace.ts';
import { richText } from './richText.ts';
import { screens } from './screens.ts';
import { select } from './select.ts';

/**
 * Everything that {@link keepReplaced} puts in place: what Payload 3.90 has fixed in its code in English, in Greek. A text that
 * Payload comes to translate has no row here any more.
 *
 * Upstream: payloadcms/payload#14785 has Greek, for what goes through its translations.
 * Depends on it: an admin that is in Greek throughout, for screen readers too.
 */
export const replacements: readonly Replacement[] = [
  ...select,
  ...datePicker,
  ...drag,
  ...richText,
  ...screens,
  ...names,
  ...controls,
];
