import type { FixedText } from './replace.ts';

/** Texts of react-select for screen readers. Payload cannot translate them. */
export const select: FixedText[] = [
  [
    '#aria-guidance',
    /^Use Up and Down to choose options, press Enter to select the currently focused option, press Escape to exit the menu(, press Tab to select the option and exit the menu)?\.$/,
    'Επιλέξτε με τα βέλη επάνω και κάτω και πατήστε Enter. Με Escape κλείνει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    /^Select is focused ,type to refine list, press Down to open the menu, ( press left to focus selected values)?$/,
    'Πληκτρολογήστε για αναζήτηση ή πατήστε το κάτω βέλος, για να ανοίξει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    /^Select is focused , press Down to open the menu, (?: press left to focus selected values)?$/,
    'Πατήστε το κάτω βέλος, για να ανοίξει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    /^(.*) is focused (?:,type to refine list)?, press Down to open the menu, (?: press left to focus selected values)?$/,
    '$1. Πατήστε το κάτω βέλος, για να ανοίξει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    'Use left and right to toggle between focused values, press Backspace to remove the currently focused value',
    'Με τα βέλη αριστερά και δεξιά πηγαίνετε από τη μία τιμή στην άλλη. Με Backspace αφαιρείται η τρέχουσα.',
  ],
  ['#aria-selection', /^options? [^[]*\[object Object\].*, selected\.$/, 'Η επιλογή έγινε.'],
  ['#aria-selection', /^option [^[]*\[object Object\].*, deselected\.$/, 'Η επιλογή αφαιρέθηκε.'],
  ['#aria-focused', /^value \[object Object\] focused, (\d+) of (\d+)\.$/, '$1 από $2.'],
  ['#aria-focused', /^\[object Object\](?: selected)?, (\d+) of (\d+)\.$/, '$1 από $2.'],
  ['#aria-selection', /^option (.*), deselected\.$/, 'Αφαιρέθηκε: $1.'],
  ['#aria-selection', /^options? (.*), selected\.$/, 'Επιλέχθηκε: $1.'],
  ['#aria-selection', /^option (.*) is disabled\. Select another option\.$/, 'Δεν διατίθεται: $1.'],
  ['#aria-selection', 'All selected options have been cleared.', 'Αφαιρέθηκαν όλες οι επιλογές.'],
  ['#aria-focused', /^value (.*) focused, (\d+) of (\d+)\.$/, '$1, $2 από $3.'],
  ['#aria-focused', /^(.*) selected, (\d+) of (\d+)\.$/, '$1, επιλεγμένο, $2 από $3.'],
  ['#aria-focused', /^(.*), (\d+) of (\d+)\.$/, '$1, $2 από $3.'],
  ['#aria-results', /^(\d+) results? available\.$/, 'Επιλογές: $1.'],
  ['#aria-results', /^(\d+) results? available for search term (.*)\.$/, 'Επιλογές για «$2»: $1.'],
].map(([at, english, greek]) => ({ at, english, greek }) as FixedText);
