import { controls } from './controls.ts';
import { datePicker } from './datePicker.ts';
import { drag } from './drag.ts';
import { names } from './names.ts';
import type { Replacement } from './replace.ts';
import { richText } from './richText.ts';
import { screens } from './screens.ts';
import { select } from './select.ts';

/** Everything that {@link keepReplaced} puts in place. A text that Payload comes to translate has no row here any more. */
export const replacements: readonly Replacement[] = [
  ...select,
  ...datePicker,
  ...drag,
  ...richText,
  ...screens,
  ...names,
  ...controls,
];
