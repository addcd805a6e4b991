type Compare = (a: string, b: string) => number;

/** How a legacy database sorts texts. */
interface CollationRule {
  /** For admins: what it does, and the databases that have it. */
  en: string;
  el: string;
  /** What of a text counts. Texts of which it is the same are equal, and tie. @default all of it */
  keyOf?(text: string): string;
  /** Compares two keys. */
  compare: Compare;
}

/**
 * Compares by Unicode code point. `<` compares UTF-16 units instead, and puts U+10000 and up (surrogates, from 0xD800)
 * before U+E000 to U+FFFF.
 */
function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) return aboveSurrogates(x) - aboveSurrogates(y);
  }
  return a.length - b.length;
}

function aboveSurrogates(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

const greek = new Intl.Collator('el');
const root = new Intl.Collator('en');
const letters = new Intl.Collator('en', { sensitivity: 'base' });

/** As PostgreSQL has it, which makes no two texts equal. */
const byGreek: Compare = (a, b) => greek.compare(a, b) || compareCodePoints(a, b);
const byRoot: Compare = (a, b) => root.compare(a, b) || compareCodePoints(a, b);

/**
 * ICU 73 gave quotation marks of a kind one weight; before, and in MySQL, they follow each other as here. So each becomes a mark
 * that nobody writes, with a weight of its own: these stand in the same order, right before the quotation marks.
 */
const QUOTES = `'‘’‚‛‹›"“”„‟`;
const OWN_WEIGHTS = '⁕⁖⁘⁙⁚⁛⁜⁝⁞⸪⸫⸬';
const quotesApart = (text: string) =>
  text.replace(/['‘’‚‛‹›"“”„‟]/g, (quote) => OWN_WEIGHTS.charAt(QUOTES.indexOf(quote)));

/** As glibc has it; signs of currencies, and those that are made of letters, count. Its order of equal texts is not kept. */
const withoutPunctuation = (text: string) => {
  const counted = text.replace(/(?![№℠™])[\p{Cc}\p{P}\p{Z}\p{Sk}\p{Sm}\p{So}]/gu, '');
  // ½ is 12.
  return counted.normalize('NFKC').replaceAll('⁄', '');
};

/**
 * As MySQL has it: character by character, so an accent that is one by itself counts, and none becomes two, as a ligature would.
 * Spaces at the end do not count.
 */
const withoutAccents = (text: string) =>
  text.replace(/ +$/, '').replace(/[a-z\u0080-\uffff]/g, (character) => {
    const letter = character === 'ß' ? 's' : character.normalize('NFD').charAt(0);
    const capital = letter.toUpperCase();
    return capital.length > 1 ? letter : capital;
  });

/**
 * The collations of legacy databases, by the names of the setting. Of those that explain a list equally well, an import takes the
 * first. docs/migration.md has the databases and versions that were tried.
 */
const COLLATIONS = {
  el: { en: 'Greek: PostgreSQL with ICU, el', el: 'Ελληνική: PostgreSQL με ICU, el', compare: byGreek },
  en: {
    en: 'International: PostgreSQL with ICU, und or en',
    el: 'Διεθνής: PostgreSQL με ICU, und ή en',
    compare: byRoot,
  },
  'el-icu72': {
    en: 'Greek, each quotation mark apart: PostgreSQL with ICU up to 72 (Debian 12), el',
    el: 'Ελληνική, κάθε είδος εισαγωγικών χωριστά: PostgreSQL με ICU έως 72 (Debian 12), el',
    keyOf: quotesApart,
    compare: byGreek,
  },
  'en-icu72': {
    en: 'International, each quotation mark apart: PostgreSQL with ICU up to 72 (Debian 12), und or en',
    el: 'Διεθνής, κάθε είδος εισαγωγικών χωριστά: PostgreSQL με ICU έως 72 (Debian 12), und ή en',
    keyOf: quotesApart,
    compare: byRoot,
  },
  C: {
    en: 'By code point: PostgreSQL with C, SQLite, MySQL and MariaDB with _bin',
    el: 'Κατά κωδικό χαρακτήρα: PostgreSQL με C, SQLite, MySQL και MariaDB με _bin',
    compare: compareCodePoints,
  },
  NOCASE: {
    en: 'By code point, A and a equal: SQLite with NOCASE',
    el: 'Κατά κωδικό χαρακτήρα, με A και a (λατινικά) ίσα: SQLite με NOCASE',
    keyOf: (text) => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()),
    compare: compareCodePoints,
  },
  libc: {
    en: 'Letters and digits alone: PostgreSQL with libc, such as el_GR.UTF-8 or en_US.UTF-8',
    el: 'Μόνο γράμματα και ψηφία: PostgreSQL με libc, π.χ. el_GR.UTF-8 ή en_US.UTF-8',
    keyOf: withoutPunctuation,
    compare: byRoot,
  },
  unicode_ci: {
    en: 'Accents and case equal: MySQL and MariaDB with unicode_ci, unicode_520_ci or uca1400_ai_ci',
    el: 'Τόνοι και κεφαλαία ίσα: MySQL και MariaDB με unicode_ci, unicode_520_ci ή uca1400_ai_ci',
    keyOf: (text) => quotesApart(text.trimEnd()),
    compare: letters.compare,
  },
  general_ci: {
    en: 'By code point, accents and case equal: MySQL and MariaDB with general_ci',
    el: 'Κατά κωδικό χαρακτήρα, τόνοι και κεφαλαία ίσα: MySQL και MariaDB με general_ci',
    keyOf: withoutAccents,
    compare: compareCodePoints,
  },
} satisfies Record<string, CollationRule>;

/** How texts sort, by the name of the setting. */
export type Collation = keyof typeof COLLATIONS;

export const collations = Object.keys(COLLATIONS) as Collation[];

export const isCollation = (name: unknown): name is Collation =>
  typeof name === 'string' && Object.hasOwn(COLLATIONS, name);

/** What a collation does and which databases have it, for people. */
export const collationLabel = (name: Collation): { en: string; el: string } => COLLATIONS[name];

/** What sorts texts: what of each counts, and how two of these compare; 0 is a tie. */
export function textOrder(name: Collation): Pick<CollationRule, 'compare'> & { keyOf(text: string): string } {
  return { keyOf: (text) => text, ...COLLATIONS[name] };
}

/** The collations of a list's keys, of names such as `news-posts.title=C`. */
export function collationsByKey(names: readonly string[], list: string): Record<string, Collation> {
  const own = names.flatMap((name) => {
    const [key = '', collation] = name.split('=');
    return key.startsWith(`${list}.`) && isCollation(collation)
      ? [[key.slice(list.length + 1), collation] as const]
      : [];
  });
  return Object.fromEntries(own);
}
