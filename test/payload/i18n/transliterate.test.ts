import { describe, expect, it } from 'vitest';
import { slugify, transliterate } from '../../../src/payload/i18n/slugify.ts';

// By the table of ELOT 743 (transcription): letters, then combinations, with its remarks.
const TABLE: Record<string, [greek: string, latin: string][]> = {
  'single letters': [
    ['Αα Ββ Γ γ Δδ Εε Ζζ', 'aa vv g g dd ee zz'],
    ['Η η Θ θ Ιι Κκ Λλ Μμ', 'i i th th ii kk ll mm'],
    ['Νν Ξξ Οο Π π Ρρ Σσς', 'nn xx oo p p rr sss'],
    ['Ττ Υυ Φφ Χχ Ψψ Ωω', 'tt yy ff chch psps oo'],
    ['άέήίόύώ ϊϋΐΰ ΆΈΉΊΌΎΏΪΫ', 'aeiioyo iyiy aeiioyoiy'],
  ],
  'αι, ει, οι, υι, which stay letter by letter': [
    ['αι αί άι αϊ', 'ai ai ai ai'],
    ['ει οι υι', 'ei oi yi'],
    ['υιοθεσία', 'yiothesia'],
  ],
  'αυ, ευ, ηυ before a vowel or β γ δ ζ λ μ ν ρ': [
    ['αυα ευε ηυι', 'ava eve ivi'],
    ['αυβ αυγ αυδ αυζ αυλ αυμ αυν αυρ', 'avv avg avd avz avl avm avn avr'],
    ['Εύβοια', 'evvoia'],
    ['ΑΥΓΟΥΣΤΟΣ', 'avgoustos'],
    ['εφηύρα', 'efivra'],
  ],
  'αυ, ευ, ηυ before θ κ ξ π σ τ φ χ ψ and at the end of a word': [
    ['αυθ αυκ αυξ αυπ αυσ αυτ αυφ αυχ αυψ', 'afth afk afx afp afs aft aff afch afps'],
    ['ευχή', 'efchi'],
    ['Ναυτιλία', 'naftilia'],
    ['ταυ', 'taf'],
    ['εφηύξησα', 'efifxisa'],
  ],
  'two sounds, where an accent or a diaeresis parts them': [
    ['άυλος', 'aylos'],
    ['αϋπνία', 'aypnia'],
    ['πραΰνω', 'prayno'],
    ['ταΰγετος', 'taygetos'],
    ['όυ οϋ', 'oy oy'],
  ],
  ου: [
    ['ου ού ΟΥ', 'ou ou ou'],
    ['Υπουργείο', 'ypourgeio'],
  ],
  'γγ, γκ, γξ, γχ': [
    ['αγγελία', 'angelia'],
    ['ανάγκη', 'anagki'],
    ['Γκίκας', 'gkikas'],
    ['Σφίγξ', 'sfinx'],
    ['έλεγχος', 'elenchos'],
  ],
  'μπ: b where a word begins or ends, otherwise mp': [
    ['Μπάμπης', 'bampis'],
    ['κάμπος', 'kampos'],
    ['η μπύρα', 'i byra'],
    ['ΚΛΑΜΠ', 'klab'],
  ],
  ντ: [['Ντίνος, αντί', 'ntinos, anti']],
  'symbols that look like letters': [
    ['\u2206ήμος Αθηναίων', 'dimos athinaion'],
    ['\u2211ύνοψη, \u220fρόγραμμα', 'synopsi, programma'],
    ['\u00b5έτρα, \u2126ράριο', 'metra, orario'],
    ['\u{1d6e5}ήλωση, \u{1d6fd}ιβλίο, \u237aίτηση', 'dilosi, vivlio, aitisi'],
  ],
  'what is not Greek': [
    ['COVID-19, ΦΕΚ 5', 'covid-19, fek 5'],
    ['Café', 'cafe'],
  ],
  polytonic: [
    ['ἀρχὴ', 'archi'],
    ['αὐτὸς εὖ', 'aftos ef'],
    ['ᾠδή', 'odi'],
  ],
};

describe.each(Object.entries(TABLE))('%s', (_, rows) => {
  it.each(rows)('%s', (greek, latin) => {
    expect(transliterate(greek)).toBe(latin);
    expect(transliterate(greek.normalize('NFD'))).toBe(latin);
  });
});

it.each([
  ['Ανακοίνωση: νέα μέτρα (2024)', 'anakoinosi-nea-metra-2024'],
  ['  «Εξοικονομώ» – Αυτονομώ!  ', 'exoikonomo-aftonomo'],
  ["Απ' το ΚΕΠ στο gov.gr", 'ap-to-kep-sto-gov-gr'],
  ['Ευρωπαϊκή Ένωση', 'evropaiki-enosi'],
  ['Μητρώο_Πολιτών', 'mitroo-politon'],
  ['\u2206ήμος Αθηναίων – \u2211Ε\u0391', 'dimos-athinaion-sea'],
  ['!?…', ''],
  ['Привет', ''],
])('a title becomes a slug: %s', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});
