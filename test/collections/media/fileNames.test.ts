import { expect, it } from 'vitest';
import { readableName } from '../../../collections/media/fileNames.ts';

const named = (sent: string, extension = 'png') => {
  const { stem, extension: own } = readableName(sent, extension);
  return `${stem}.${own}`;
};

it.each([
  ['Άρθρο.png'.normalize('NFD'), 'Άρθρο.png'],
  ['PHOTO.PNG', 'PHOTO.PNG'],
  ['σελίδα.html', 'σελίδα.html.png'],
  ['.facebook_1.png', 'facebook_1.png'],
  ['.png', 'file.png'],
  ['', 'file.png'],
  ['name. .png', 'name.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\fakepath\\σήμα.png', 'σήμα.png'],
  ['Αίτηση\u202egnp.pdf', 'Αίτησηgnp.pdf.png'],
  ['\u200e\u2066RTL\u2069\u200f.png', 'RTL.png'],
  ['zero\u200bwidth\u00ad\ufeff.png', 'zerowidth.png'],
  ['new\nline\t\u0000\u007f\u0085.png', 'newline.png'],
  ['lone\ud800surrogate.png', 'lonesurrogate.png'],
  ['no\u00a0break   space.png', 'no break space.png'],
  ['a<b>:"|*#%20.png', 'a-b-20.png'],
  ['CON.png', '_CON.png'],
  ['aux.tar.png', '_aux.tar.png'],
  ['__proto__.png', '__proto__.png'],
])('%j is kept as %j', (sent, kept) => {
  expect(named(sent)).toBe(kept);
});

it('the two extensions of a JPEG are both its own', () => {
  expect([named('a.jpg', 'jpg'), named('a.JPEG', 'jpg'), named('a.png', 'jpg')]).toEqual([
    'a.jpg',
    'a.JPEG',
    'a.png.jpg',
  ]);
});

it('a long name is shortened by whole characters, with room for the name of a size and a number', () => {
  for (const letter of ['a', 'ά', '🏛']) {
    const { stem } = readableName(`${letter.repeat(400)}.png`, 'png');
    expect(new Set(stem)).toEqual(new Set(letter));
    expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(stem)).toBeGreaterThan(195);
  }
});
