import type { FixedText } from './replace.ts';
import { named } from './rows.ts';

const PICKER = '.react-datepicker';
const DAY = '.react-datepicker__day';
const ARROW = '.react-datepicker__navigation';
const ARROW_TEXT = '.react-datepicker__navigation-icon';

/** Texts of react-datepicker. A field's `admin.date.overrides` would set them for all languages. */
export const datePicker: FixedText[] = [
  named(PICKER, 'Choose Date and Time', 'Επιλογή ημερομηνίας και ώρας'),
  named(PICKER, 'Choose Date', 'Επιλογή ημερομηνίας'),
  named(PICKER, 'Choose Time', 'Επιλογή ώρας'),
  named('.react-datepicker__month', /^Month (.*)$/, '$1'),
  named(DAY, /^Choose (.*)$/, '$1'),
  named(DAY, /^Not available (.*)$/, 'Δεν διατίθεται: $1'),
  { at: '.react-datepicker-time__header', english: 'Time', greek: 'Ώρα' },
  named('.react-datepicker__time-list', 'Time', 'Ώρα'),
  ...(
    [
      ['Previous Month', 'Προηγούμενος μήνας'],
      ['Next Month', 'Επόμενος μήνας'],
    ] as const
  ).flatMap(([english, greek]) => [named(ARROW, english, greek), { at: ARROW_TEXT, english, greek }]),
];
