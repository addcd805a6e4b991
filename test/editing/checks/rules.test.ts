import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Check,
  checkTexts,
  comparable,
  linksOf,
  longTitle,
} from '../../../src/editing/checks/rules/index.ts';

/** The messages of one check about some HTML, in Greek. */
function said(check: Check, value: string, type: 'html' | 'text' = 'html'): string[] {
  const found = checkTexts([{ field: 'content', type, value }], (each) => each === check);
  return Array.from(found, ({ message }) => message.el);
}

/** The words that one check finds. */
function words(check: Check, value: string, type: 'html' | 'text' = 'html'): string[] {
  const found = checkTexts([{ field: 'content', type, value }], (each) => each === check);
  return Array.from(found, (each) => each.words);
}

describe('headings', () => {
  it('may go down one level at a time, up any number, and begin anywhere', () => {
    const fine = '<h3>Δικαιολογητικά</h3><h4>Για γονείς</h4><h2>Προθεσμίες</h2><h3>Παράταση</h3>';
    expect(said('headings', fine)).toEqual([]);
  });

  it('that skip a level are named, also inside what stays as imported', () => {
    const skips =
      '<h2>Ποιοι δικαιούνται</h2><table><tr><td><h4>Άνεργοι  &amp; <b>φοιτητές</b></h4></td></tr></table>';
    expect(words('headings', skips)).toEqual(['Άνεργοι & φοιτητές']);
  });

  it('without words do not count', () => {
    expect(words('headings', '<h2>Α</h2><h3>&nbsp;</h3><h4>Β</h4>')).toEqual(['Β']);
  });
});

describe('pictures', () => {
  const img = (attributes: string) =>
    `<p>Κείμενο <img src="/media/%CF%87%CE%AC%CF%81%CF%84%CE%B7%CF%82.png" ${attributes}></p>`;

  it.each([
    '',
    'alt=""',
    'alt="Εικόνα 2 από επικόλληση: Πρόγραμμα"',
    'alt="IMG_20240312_101500.JPG"',
    'alt="DSC01234"',
    'alt="Εικόνα 1"',
  ])('with %j are found', (attributes) => {
    expect(said('pictures', img(attributes))).toHaveLength(1);
  });

  it.each([
    'alt="Χάρτης με τα γραφεία του Δήμου"',
    'alt="χάρτης"',
    'alt="Εικόνα του Αγίου Νικολάου, 1720"',
    'alt="" role="presentation"',
    'aria-hidden="true"',
    'alt="" width="1" height="1"',
  ])('with %j are fine', (attributes) => {
    expect(said('pictures', img(attributes))).toEqual([]);
  });

  it('are described by their link, where they stand in one with words', () => {
    expect(said('pictures', `<a href="/a">${img('alt=""')} Αίτηση</a>`)).toEqual([]);
    expect(words('pictures', '<a href="/a"><img src="pdf.gif" alt=""></a>')).toEqual(['pdf.gif']);
  });
});

describe('the words of a link', () => {
  const link = (text: string) => `<p>Για την αίτηση <a href="https://www.gov.gr/aitisi">${text}</a>.</p>`;

  it.each([
    'εδώ',
    'ΕΔΩ',
    'Πατήστε <b>εδώ</b>',
    '«εδώ»',
    'κάντε&nbsp;κλικ εδώ',
    'Περισσότερα…',
    'Διαβάστε περισσότερα »',
    'here',
    'Click here!',
    'Read more',
    'https://www.gov.gr/aitisi',
    'www.gov.gr/aitisi?id=3',
  ])('say nothing: %s', (text) => {
    expect(said('linkTexts', link(text))).toHaveLength(1);
  });

  it.each([
    'Αίτηση στο gov.gr',
    'www.gov.gr',
    'gov.gr',
    'Ποιοι μένουν εδώ',
    'Περισσότερα για το επίδομα',
    'info@dimos.example',
    'More than 1.000 places',
    '<img src="x.png" alt="Αίτηση">',
  ])('say where it leads: %s', (text) => {
    expect(said('linkTexts', link(text))).toEqual([]);
  });

  it('are shown with an address that can be read', () => {
    const greek = '<a href="https://www.dimos.example/%CE%BD%CE%AD%CE%B1?x=%E0%A4%A">εδώ</a>';
    const plain = '<a href="https://www.dimos.example/%CE%BD%CE%AD%CE%B1">εδώ</a>';
    expect(said('linkTexts', plain)[0]).toContain('(https://www.dimos.example/νέα)');
    const own = '<a href="portal-document:news-posts/12">εδώ</a>';
    expect(said('linkTexts', own)[0]).toMatch(/^Ο σύνδεσμος «εδώ» δεν λέει πού οδηγεί\./);
    expect(said('linkTexts', greek)[0]).toContain(
      '(https://www.dimos.example/%CE%BD%CE%AD%CE%B1?x=%E0%A4%A)',
    );
  });

  it('are asked for where there are none, and not at an anchor', () => {
    expect(words('linkTexts', link(' &nbsp;'))).toEqual(['https://www.gov.gr/aitisi']);
    expect(said('linkTexts', '<a name="top"></a><a href="#a" aria-label="Στην αρχή"></a>')).toEqual([]);
  });
});

describe('letters of the other alphabet', () => {
  it.each([
    // Latin letters are written in the left column as they are typed by mistake.
    ['Tο Υπουργείο', 'Tο', 'T (1ο γράμμα)'],
    ['ΑΝΑΚOINΩΣΗ', 'ΑΝΑΚOINΩΣΗ', 'O (5ο γράμμα), I (6ο γράμμα), N (7ο γράμμα)'],
    ['αρ. πρωτ. Φ.ΕK. 12', 'ΕK', 'K (2ο γράμμα)'],
    ['Όρoι χρήσης', 'Όρoι', 'o (3ο γράμμα)'],
    // Of another shape than any Greek one.
    ['το sχολείο', 'sχολείο', 's (1ο γράμμα)'],
    ['οι προθεσμίεs', 'προθεσμίεs', 's (10ο γράμμα)'],
  ])('in «%s»', (text, word, letters) => {
    expect(said('letters', text, 'text')).toEqual([expect.stringContaining(`: ${letters}.`)]);
    expect(words('letters', text, 'text')).toEqual([word]);
  });

  it.each([
    ['\u2206ήμος Αθηναίων', '\u2206ήμος', '\u2206 (1ο γράμμα)'],
    ['για τη \u2211ΥΝΕ\u220fΕΙΑ', '\u2211ΥΝΕ\u220fΕΙΑ', '\u2211 (1ο γράμμα), \u220f (5ο γράμμα)'],
    ['νέα \u00b5έτρα', '\u00b5έτρα', '\u00b5 (1ο γράμμα)'],
    ['\u2126ράριο', '\u2126ράριο', '\u2126 (1ο γράμμα)'],
    ['Ά\u{1d6e5}ΕΙΑ', 'Ά\u{1d6e5}ΕΙΑ', '\u{1d6e5} (2ο γράμμα)'],
  ])('that are symbols in «%s»', (text, word, letters) => {
    expect(said('letters', text, 'text')).toEqual([
      `Η λέξη «${word}» έχει σύμβολα που μοιάζουν με ελληνικά: ${letters}. Γράψτε την ξανά με ελληνικά, αλλιώς η αναζήτηση δεν τη βρίσκει.`,
    ]);
  });

  it('that are symbols are named in English too', () => {
    const [found] = checkTexts([{ field: 'title', type: 'text', value: '\u2206ήμος' }], () => true);
    expect(found?.message.en).toBe(
      'The word "\u2206ήμος" has symbols that look like Greek ones: \u2206 (letter 1). Retype it in Greek letters, or searches will not find it.',
    );
  });

  it('are named up to ten of a word', () => {
    const word = `${'αo'.repeat(12)}α`;
    const places = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20].map((at) => `o (${at}ο γράμμα)`).join(', ');
    expect(said('letters', word, 'text')).toEqual([expect.stringContaining(`: ${places}, ….`)]);
  });

  it('Greek ones in a Latin word, the other way round', () => {
    // The first letter of each is Greek.
    expect(words('letters', 'Με Οnline αίτηση και Αdobe Reader', 'text')).toEqual(['Οnline', 'Αdobe']);
  });

  it('is a word also where marks divide it', () => {
    expect(words('letters', '<p><b>A</b>θήνα και <i>Πειρ</i>αιάς</p>')).toEqual(['Aθήνα']);
  });

  it.each([
    'e-ΕΦΚΑ, eΕΦΚΑ, eΠαράβολο, myΔΕΗ και iΣπίτι',
    'COVID-19, SARS-CoV-2, Wi-Fi στη Γ΄ Λυκείου',
    'αντίσταση 5 kΩ, 10 μF, 3 μm, 20 MΩ, 7 μmol, 2 μSv',
    'αντίσταση 5 k\u2126, 10 \u00b5F, 3 \u00b5Ω, \u2206 = 5, \u2211 x, \u2206x',
    'το likάρισμα και οι webινάριες',
    'το PDFάκι, τα SMSάκια, στα ATMάκια',
    'TNFα, IFNγ και β-καροτίνη',
    'Ο κ. Smith και η NASA, ΑΦΜ 099999999, IBAN GR16',
    'ἀρχαῖον, Ἀθῆναι, ΐ, Ϊ, Ό,τι',
  ])('are meant: %s', (text) => {
    expect(said('letters', text, 'text')).toEqual([]);
  });
});

it('a title is measured in characters, as the portal shows it', () => {
  expect(longTitle('Ανακοίνωση 😀', 12)).toEqual([]);
  expect(longTitle('Ανακοίνωση 😀', undefined)).toEqual([]);
  expect(longTitle('Ανακοίνωση 😀', 11)).toHaveLength(1);
});

it('titles are the same without regard to capitals, accents and white space, and not to anything else', () => {
  const same = ['Πρόγραμμα  διακοπών', ' ΠΡΟΓΡΑΜΜΑ ΔΙΑΚΟΠΩΝ ', 'Πρόγραμμα\u00a0Διακοπών'].map(comparable);
  expect(new Set(same).size).toBe(1);
  expect(comparable('Μέτρα 1/2024')).not.toBe(comparable('Μέτρα 12024'));
  expect(comparable('Ο ρόλος')).toBe(comparable('Ο ΡΟΛΟΣ'));
  expect(comparable('\u2206ήμος')).toBe(comparable('Δήμος'));
});

it('links to the web are taken out of a text, each once, also those of tables and images', () => {
  const html =
    '<p><a href="https://a.example/x#τέλος">Α</a> <a href="https://a.example/x">Α</a> <a href="mailto:a@b.gr">μήνυμα</a></p>' +
    '<table><tr><td><a href=" HTTP://B.example/δ "><img src="i.png" alt="Β"></a></td></tr></table>' +
    '<p><a href="portal-document:news-posts/3">εσωτερικός</a> <a href="/el/news">σχετικός</a></p>';
  expect(linksOf(html)).toEqual([
    { address: 'https://a.example/x', words: 'Α' },
    { address: 'http://b.example/%CE%B4', words: 'Β' },
  ]);
});

it('finds nothing in the texts of the captured portal, whose pictures and links are described', () => {
  const names = ['featured-sections', 'news-posts', 'service-groups', 'service-useful-links'];
  const elements = names.flatMap((name) => {
    const file = new URL(`../../fixtures/legacy-capture/${name}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[];
  });
  const texts = elements.flatMap((element) =>
    Object.entries(element).flatMap(([field, value]) =>
      typeof value === 'string' && !/url|slug|image|thumbnail|timestamp/.test(field)
        ? [{ field, type: value.includes('<') ? ('html' as const) : ('text' as const), value }]
        : [],
    ),
  );
  expect(texts.length).toBeGreaterThan(440);
  expect([...checkTexts(texts, () => true)]).toEqual([]);
});
