import type { FixedText } from './replace.ts';

const INSTRUCTIONS = 'div[id][style*=display]';
const ANNOUNCED = 'div[role=status][aria-live]';
const ITEM = '[aria-roledescription]';

/** Texts of dnd-kit for screen readers about draggable rows, columns and tabs. Payload cannot translate them. */
export const drag: FixedText[] = [
  { at: ITEM, attribute: 'aria-roledescription', english: 'sortable', greek: 'μετακινείται' },
  { at: ITEM, attribute: 'aria-roledescription', english: 'draggable', greek: 'μετακινείται' },
  {
    at: INSTRUCTIONS,
    english: /^\s*To pick up a draggable item.*$/s,
    greek:
      'Για μετακίνηση πατήστε το διάστημα, μετά τα βέλη, και ξανά το διάστημα για να μείνει στη νέα θέση. Με Escape ακυρώνεται η μετακίνηση.',
  },
  { at: ANNOUNCED, english: /^Picked up draggable item .*$/, greek: 'Η μετακίνηση ξεκίνησε.' },
  { at: ANNOUNCED, english: /^Draggable item .* was moved over .*/s, greek: 'Πάνω από άλλη θέση.' },
  { at: ANNOUNCED, english: /^Draggable item .* is no longer over .*/s, greek: 'Έξω από τις θέσεις.' },
  { at: ANNOUNCED, english: /^Draggable item .* was dropped.*/s, greek: 'Η μετακίνηση έγινε.' },
  { at: ANNOUNCED, english: /^Dragging was cancelled\..*$/, greek: 'Η μετακίνηση ακυρώθηκε.' },
];
