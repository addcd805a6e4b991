/** Numbers that look random and are the same in every run. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in `share` of the calls. */
  chance(share: number): boolean;
}

/** Mulberry32, from a seed of its own for each version of each document. */
export function random(number: number, version = 0): Random {
  let state = (number * 0x85ebca6b + version * 0xc2b2ae35) >>> 0;
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

/** HTML as editors leave it, of about that many bytes in UTF-8. */
export function html(from: Random, bytes: number): string {
  const text = () => words(from, 5, 15);
  const blocks: string[] = [];
  for (let length = 0; length < bytes; length += Buffer.byteLength(blocks.at(-1) ?? '')) {
    blocks.push(
      from.chance(0.3)
        ? `<ul>\n<li>${text()}</li>\n<li><strong>${text()}</strong></li>\n</ul>`
        : `<p>${text()} <a href="https://www.portal.example/" target="_blank">${text()}</a> &amp; ${text()}.</p>`,
    );
  }
  return blocks.join('\r\n');
}
