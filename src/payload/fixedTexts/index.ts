import { controls } from './controls.ts';
import { datePicker } from './datePicker.ts';
import { drag } from './drag.ts';
import { fileTypes } from './fileTypes.ts';
import { names } from './names.ts';
import type { Replacement } from './replace.ts';
import { richText, tableButton } from './richText.ts';
import { screens } from './screens.ts';
import { select } from './select.ts';

/**
 * All texts that {@link keepReplaced} replaces: English texts fixed in the code of Payload 3.90. Remove a row once Payload
 * translates its text.
 *
 * Upstream: payloadcms/payload#14785 adds Greek for Payload's translations.
 * Needed for: an admin that is completely in Greek, for screen readers too.
 */
export const replacements: readonly Replacement[] = [
  ...select,
  ...datePicker,
  ...drag,
  ...richText,
  tableButton,
  ...screens,
  ...names,
  ...fileTypes,
  ...controls,
];
