import { en } from '@payloadcms/translations/languages/en';
import { describe, expect, it } from 'vitest';
import { el, lexical } from '../../../src/payload/i18n/index.ts';
import { texts } from './texts.ts';

const english = texts(en.translations);
const greek = texts(el.translations);
/** The editor's too, which Payload keeps apart. */
const everyGreekText = [...greek, ...texts({ lexical })];

/** Latin words that Greek editors read as they are. */
const LATIN = new Set(['API']);

/** Said in one syllable, and so without an accent, though they are written with two vowel sounds. */
const ONE_SYLLABLE = new Set(['για', 'μια', 'πια', 'ποιων']);

/** What Payload puts values, links and bold type into. */
function marks(text: string): string[] {
  return (text.match(/\{\{.*?\}\}|<\/?\d+>|<\/?(?:a|br)\b[^>]*>/g) ?? []).sort();
}

/** A text without {@link marks}: what is left is for reading. */
function words(text: string): string[] {
  return text.replace(/\{\{.*?\}\}|<\/?(?:\d+|a|br)\b[^>]*>/g, ' ').match(/[\p{L}\p{M}]+/gu) ?? [];
}

describe('the Greek of the admin', () => {
  it('has every text of the English one and no other', () => {
    expect([...greek.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('puts the same values, links and bold type into every text', () => {
    const marked = (all: Map<string, string>) =>
      Object.fromEntries([...all].map(([key, text]) => [key, marks(text)]));
    // Nobody can read the id of a dashboard's widget.
    expect(marked(greek)).toEqual({ ...marked(english), 'dashboard:deleteWidget': [] });
  });

  it('says everything in Greek: a Latin word is one that editors know', () => {
    const foreign = everyGreekText.flatMap(([key, text]) =>
      words(text)
        .filter((word) => /\p{Script=Latin}/u.test(word) && !LATIN.has(word))
        .map((word) => `${key}: ${word}`),
    );
    expect(foreign).toEqual([]);
  });

  it('leaves no text empty or without a Greek word', () => {
    const silent = everyGreekText.filter(
      ([, text]) => !words(text).some((word) => /\p{Script=Greek}/u.test(word)),
    );
    expect(silent).toEqual([]);
  });

  it('has no word that mixes Greek letters with Latin ones that look the same', () => {
    const mixed = everyGreekText.filter(([, text]) =>
      /\p{Script=Greek}\p{Script=Latin}|\p{Script=Latin}\p{Script=Greek}/u.test(text),
    );
    expect(mixed).toEqual([]);
  });

  it('carries an accent on every word of more than one syllable that is not in capitals', () => {
    const VOWEL = 'αεηιουωάέήίόύώϊϋΐΰ';
    // αι, ει, οι, υι, ου, αυ, ευ, ηυ are one sound unless the second has a diaeresis
    const sounds = new RegExp(`[αεου]ι|ου|[αεη]υ|[${VOWEL}]`, 'g');
    const bare = everyGreekText.flatMap(([key, text]) =>
      words(text)
        .map((word) => word.normalize('NFC'))
        .filter((word) => /\p{Script=Greek}/u.test(word) && word !== word.toUpperCase())
        .filter((word) => !/[άέήίόύώΐΰΆΈΉΊΌΎΏ]/.test(word))
        .filter((word) => !ONE_SYLLABLE.has(word.toLowerCase()))
        .filter((word) => (word.toLowerCase().match(sounds) ?? []).length > 1)
        .map((word) => `${key}: ${word}`),
    );
    expect(bare).toEqual([]);
  });

  it('ends with an ellipsis where the English text does, and is never hurried elsewhere', () => {
    const hurried = (all: Map<string, string>) =>
      [...all].filter(([, text]) => /(?:\.\.\.|…)$/.test(text)).map(([key]) => key);
    expect(hurried(greek)).toEqual(hurried(english));
  });

  it('uses one word for one thing', () => {
    const { general, upload, version } = el.translations;
    expect({
      save: general.save,
      saveDraft: version.saveDraft,
      draft: version.draft,
      publish: version.publish,
      published: version.published,
      unpublish: version.unpublish,
      version: version.version,
      collections: general.collections,
      bulkUpload: upload.bulkUpload,
    }).toEqual({
      save: 'Αποθήκευση',
      saveDraft: 'Αποθήκευση πρόχειρου',
      draft: 'Πρόχειρο',
      publish: 'Δημοσίευση',
      published: 'Δημοσιευμένο',
      unpublish: 'Απόσυρση',
      version: 'Έκδοση',
      collections: 'Συλλογές',
      bulkUpload: 'Μαζική μεταφόρτωση',
    });
  });
});
