import { describe, expect, it } from 'vitest';
import { searchText } from '../../../collections/values/searchText.ts';
import { featuredSections } from '../../../endpoints/lists/index.ts';
import { collectionOf } from '../../support/collections.ts';

const { fields } = collectionOf(featuredSections);
const of = (document: object) => searchText(fields as never, document as never, []);

it.each([
  ['Άδεια ΆΔΕΙΑ αδεια', 'αδεια'],
  ['Όρος, ΌΡΟΣ; ορος', 'οροσ'],
  ['ΐ ΰ ϊ ϋ Ϋ', 'ι υ'],
  ['\u2206ήμος δήμος, \u2206.Ε. ΔΕ', 'δημοσ δε'],
  ['\u2211ΥΝΟΨΗ σύνοψη \u220fΟΛΗ πόλη \u00b5έτρα μέτρα \u2126ρα ώρα', 'συνοψη πολη μετρα ωρα'],
  ['ᾄδω ὕδωρ', 'αδω υδωρ'],
  ['Café ÉCOLE', 'cafe ecole'],
  ['nea-metra_2024', 'nea metra 2024'],
  ['https://www.gov.gr/άδεια?α=1', 'https www gov gr αδεια α 1'],
  ['100%', '100'],
  ['… - !', ''],
])('%s has the words %j', (text, found) => {
  expect(of({ section_one_title: text })).toBe(found);
  expect(of({ section_one_title: text.normalize('NFD') })).toBe(found);
});

it.each([
  ['<p>Πρώτη</p><p>λέ<b>ξη</b></p>', 'πρωτη λεξη'],
  ['<ul><li>α</li><li>β</li></ul>γ<br>δ', 'α β γ δ'],
  ['<table><tr><td>α</td><td>β</td></tr></table>', 'α β'],
  ['&Alpha;&nbsp;&#946; &lt;p&gt;', 'α β p'],
  ['<p>λέξη &Alpha;ρχή Ε &amp; Α</p>', 'λεξη αρχη ε α'],
  ['<!-- σχόλιο --><a href="x" title="y">z</a>', 'z'],
  ['<script>a</script><style>b</style>c', 'c'],
])('what is read of %s', (html, found) => {
  expect(of({ section_one_text_html: html })).toBe(found);
});

describe('the words of a document', () => {
  it('are those of its number, its texts and its rows, each once', () => {
    const section_two_links = [
      { text: 'Αίτηση', link: 'https://a.example', rank: 77 },
      { text: 'αίτηση', link: 'https://b.example', rank: 78 },
    ];
    const document = {
      api_id: 12,
      section_one_title: 'Τίτλος',
      section_one_text: { root: {} },
      section_one_text_html: '<p>Κείμενο</p>',
      section_one_text_source: '<p>Παλιό</p>',
      section_two_links,
      featured_image_last: 'https://cdn.example/a.png',
    };
    const rows = fields
      .flatMap((field) => (field.type === 'collapsible' ? field.fields : [field]))
      .map((field) => ('fields' in field ? { ...field, flattenedFields: field.fields } : field));
    expect(searchText(rows as never, document, [])).toBe('12 τιτλοσ κειμενο αιτηση https a example b');
  });

  it('are ten thousand characters at most', () => {
    const long = Array.from({ length: 5000 }, (_, n) => `λέξη${n}`).join(' ');
    const found = of({ api_id: 12, section_one_text_html: `<p>${long}</p>` });
    expect(found.length).toBeLessThanOrEqual(10_000);
    expect(found.length).toBeGreaterThan(9_900);
  });
});
