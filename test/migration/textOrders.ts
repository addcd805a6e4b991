import type { Collation } from '../../endpoints/read-model/index.ts';

/** Titles of a portal, by their ids from 1. */
export const TITLES = [
  'Άδεια οδήγησης',
  'άδεια γάμου',
  'ΑΔΕΙΑ ΚΥΚΛΟΦΟΡΙΑΣ',
  'Αδειοδότηση',
  '«Άδεια» ψαρέματος',
  '"Νέα" εποχή',
  '“Αγορά” εργασίας',
  '‘Μια’ θυρίδα',
  'e-Παράβολο',
  'eΠαράβολο για όλους',
  'E-mail και SMS',
  'gov.gr Wallet',
  'Gov.gr: νέα εμφάνιση',
  'ΕΕ - Κανονισμός 2016/679',
  'Ε.Ε. και πολίτες',
  'εε2021',
  'Ενίσχυση 100 €',
  'Ενίσχυση 20 €',
  'Ενίσχυση – αγρότες',
  'Ενίσχυση - ενοίκιο',
  '(Νέο) ΚΕΠ',
  'Νέο-ΚΕΠ Αθήνας',
  'Νέος χάρτης',
  'ΝΕΟΙ επιστήμονες',
  'Ο χάρτης',
  'Όροι χρήσης',
  'Ωράριο ΚΕΠ',
  '10 ερωτήσεις',
  '2 βήματα',
  'COVID-19: μέτρα',
  'Covid 19 και σχολεία',
  'Τηλέφωνα ΚΕΠ',
  'τηλέφωνα κεπ',
];

/** How real databases have sorted them, by their ids, by `ORDER BY title COLLATE …, id`. */
const ORDERS: { collation: Collation; by: string; ids: number[] }[] = [
  {
    collation: 'libc',
    by: 'PostgreSQL 15.18 on Debian 12: libc (glibc 2.36), el_GR.UTF-8 and en_US.UTF-8 alike',
    ids: [
      28, 29, 31, 30, 11, 9, 10, 12, 13, 7, 2, 3, 1, 5, 4, 16, 15, 14, 17, 18, 19, 20, 8, 6, 24, 21, 22, 23,
      26, 25, 33, 32, 27,
    ],
  },
  {
    collation: 'el-icu72',
    by: 'PostgreSQL 15.18 on Debian 12: ICU 72, el-x-icu',
    ids: [
      8, 6, 7, 5, 21, 28, 29, 2, 3, 1, 4, 15, 14, 16, 20, 19, 17, 18, 22, 24, 23, 25, 26, 33, 32, 27, 31, 30,
      9, 11, 10, 12, 13,
    ],
  },
  {
    collation: 'en-icu72',
    by: 'PostgreSQL 15.18 on Debian 12: ICU 72, und-x-icu and en-x-icu alike',
    ids: [
      8, 6, 7, 5, 21, 28, 29, 31, 30, 11, 9, 10, 12, 13, 2, 3, 1, 4, 15, 14, 16, 20, 19, 17, 18, 22, 24, 23,
      25, 26, 33, 32, 27,
    ],
  },
  {
    collation: 'C',
    by: 'PostgreSQL 15.18 with C, SQLite 3.40 with BINARY, MariaDB 10.11.19 with utf8mb4_bin alike',
    ids: [
      6, 21, 28, 29, 30, 31, 11, 13, 9, 10, 12, 5, 1, 26, 3, 4, 15, 14, 20, 17, 18, 19, 24, 22, 23, 25, 32,
      27, 2, 16, 33, 8, 7,
    ],
  },
  {
    collation: 'unicode_ci',
    by: 'MariaDB 10.11.19: utf8mb4_unicode_ci, utf8mb4_unicode_520_ci and uca1400_ai_ci alike',
    ids: [
      8, 6, 7, 5, 21, 28, 29, 31, 30, 11, 9, 10, 12, 13, 2, 3, 1, 4, 15, 14, 16, 20, 19, 17, 18, 22, 24, 23,
      25, 26, 32, 33, 27,
    ],
  },
  {
    collation: 'general_ci',
    by: 'MariaDB 10.11.19: utf8mb4_general_ci',
    ids: [
      6, 21, 28, 29, 31, 30, 11, 9, 10, 12, 13, 5, 2, 3, 1, 4, 15, 14, 16, 20, 17, 18, 19, 22, 24, 23, 25, 26,
      32, 33, 27, 8, 7,
    ],
  },
  {
    collation: 'NOCASE',
    by: 'SQLite 3.40: NOCASE',
    ids: [
      6, 21, 28, 29, 31, 30, 11, 9, 10, 12, 13, 5, 1, 26, 3, 4, 15, 14, 20, 17, 18, 19, 24, 22, 23, 25, 32,
      27, 2, 16, 33, 8, 7,
    ],
  },
];

export const RECORDED = ORDERS.map(({ ids, ...each }) => ({
  ...each,
  titles: ids.map((id) => TITLES[id - 1] as string),
}));
