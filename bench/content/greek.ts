import type { Random } from './random.ts';

const WORDS = (
  'Άδεια άδειας Αίτηση αίτησης ανακοίνωση αποδοχές αρχείο βεβαίωση γονείς Δήμος δημότης διαβατήριο δικαιολογητικά ' +
  'Ειδοποίηση έκδοση έλεγχος ενημέρωση επιδότηση επίδομα ετήσια ηλεκτρονική ηλικιωμένων Ίδρυμα ΚΕΠ κατοικία κατάθεση ' +
  'μητρώο νέα νόμος ξένων οδηγίες οικογένεια όροι πιστοποιητικό πολίτες προθεσμία προϋπολογισμός πρόσβαση ρυθμίσεις ' +
  'σύνταξη συνεδρίαση σχολείο ταυτότητα τέλη Ύδρευση υπηρεσία υποβολή φόροι χορήγηση χρήστης ψηφιακή ωράριο και της του ' +
  'στο από για με ή «Εξοικονομώ» taxisnet myDATA ΑΦΜ 2021-2027'
).split(' ');

const LATIN =
  'adeia aitisi anakoinosi dimos ekdosi elegxos epidoma kep mitroo politis syntaxi ypiresia'.split(' ');

/** That many Greek words, the first with a capital. */
export function words(random: Random, least: number, most: number): string {
  const text = Array.from({ length: random.whole(least, most) }, () => random.pick(WORDS)).join(' ');
  return text.charAt(0).toLocaleUpperCase('el') + text.slice(1);
}

/** A slug as the legacy system makes them, with a number that is its own. */
export function slug(random: Random, number: number): string {
  return `${random.pick(LATIN)}-${random.pick(LATIN)}-${number}`;
}

/** HTML of about that many words, as editors leave it: paragraphs, lists, links, entities, attributes. */
export function html(random: Random, wordCount: number): string {
  const blocks: string[] = [];
  for (let left = wordCount; left > 0; ) {
    const size = Math.min(left, random.whole(15, 50));
    blocks.push(block(random, size));
    left -= size;
  }
  return blocks.join(random.chance(0.5) ? '\r\n' : '\n');
}

function block(random: Random, size: number): string {
  const text = () => words(random, Math.ceil(size / 3), Math.ceil(size / 3));
  switch (random.whole(0, 5)) {
    case 0:
      return `<ul>\n<li>${text()}</li>\n<li><strong>${text()}</strong></li>\n<li>${text()}</li>\n</ul>`;
    case 1:
      return `<h3>${words(random, 3, 6)}</h3><p>${text()}&nbsp;<em>${text()}</em> ${text()}.</p>`;
    case 2:
      return `<p>${text()} <a href="https://www.portal.example/${slug(random, size)}" target="_blank">${text()}</a>, ${text()}.</p>`;
    default:
      return `<p>${text()} &amp; ${text()}, ${text()}.</p>`;
  }
}
