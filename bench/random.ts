/** Numbers that look random and are the same in every run. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
  /** True in `share` of the calls. */
  chance(share: number): boolean;
}

/** Mulberry32, begun anew for each version of each document. */
export function random(kind: string, number: number, version: number): Random {
  let state = (kind.length * 0x9e3779b1 + number * 0x85ebca6b + version * 0xc2b2ae35) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    chance: (share) => next() < share,
  };
}

const WORDS = (
  'Άδεια άδειας Αίτηση αίτησης ανακοίνωση αποδοχές αρχείο βεβαίωση γονείς Δήμος δημότης διαβατήριο δικαιολογητικά ' +
  'Ειδοποίηση έκδοση έλεγχος ενημέρωση επιδότηση επίδομα ετήσια ηλεκτρονική ηλικιωμένων Ίδρυμα ΚΕΠ κατοικία κατάθεση ' +
  'μητρώο νέα νόμος ξένων οδηγίες οικογένεια όροι πιστοποιητικό πολίτες προθεσμία προϋπολογισμός πρόσβαση ρυθμίσεις ' +
  'σύνταξη συνεδρίαση σχολείο ταυτότητα τέλη Ύδρευση υπηρεσία υποβολή φόροι χορήγηση χρήστης ψηφιακή ωράριο και της του ' +
  'στο από για με ή «Εξοικονομώ» taxisnet myDATA ΑΦΜ 2021-2027'
).split(' ');

export function words(from: Random, least: number, most: number): string {
  return Array.from({ length: from.whole(least, most) }, () => from.pick(WORDS)).join(' ');
}

/** Paragraphs, lists, links and entities as editors leave them, of about that many bytes in UTF-8. */
export function html(from: Random, bytes: number): string {
  const blocks: string[] = [];
  for (let length = 0; length < bytes; ) {
    const block = from.pick(BLOCKS)(() => words(from, 5, 15));
    blocks.push(block);
    length += Buffer.byteLength(block);
  }
  return blocks.join('\r\n');
}

const BLOCKS: ((text: () => string) => string)[] = [
  (text) => `<ul>\n<li>${text()}</li>\n<li><strong>${text()}</strong></li>\n</ul>`,
  (text) => `<h3>${text()}</h3><p>${text()}&nbsp;<em>${text()}</em></p>`,
  (text) => `<p>${text()} <a href="https://www.portal.example/" target="_blank">${text()}</a>.</p>`,
  (text) => `<p>${text()} &amp; ${text()}, ${text()}.</p>`,
];
