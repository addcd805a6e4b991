import { describe, expect, it } from 'vitest';
import { convertFigure, figureIn } from '../../src/rich-text/convert.ts';
import { judgeServed, refuseState } from '../../src/rich-text/index.ts';

const IMAGE = { collection: 'media', id: 7, url: 'https://old.example/a&b.png', width: 400, height: 200 };

describe('an imported image that is in the media library is converted into', () => {
  it.each([
    [
      'a picture of its size',
      '<img src="/a.png" ALT="Ο &quot;Φίλιππος&quot;" class=x>',
      '<figure><img src="https://old.example/a&amp;b.png" alt="Ο &quot;Φίλιππος&quot;" width="400" height="200"></figure>',
    ],
    [
      'one with its caption, alignment and width',
      '<figure class="f" style="text-align:center"><p> <img width=100 src=a.png></p>\n<figcaption><b>Η</b>\nλεζάντα <br>δύο</figcaption></figure>',
      '<figure style="text-align: center;"><img src="https://old.example/a&amp;b.png" alt="" width="100" height="50"><figcaption>Η λεζάντα δύο</figcaption></figure>',
    ],
  ])('%s', (_, html, expected) => {
    const figure = figureIn(html);
    if (!figure) throw new Error('no image');
    const converted = convertFigure(figure, IMAGE);
    expect(converted.html).toBe(expected);
    expect(refuseState({ root: { type: 'root', children: [converted.node] } })).toEqual([]);
    expect(judgeServed(converted.html, {}).problems).toEqual([]);
  });
});

it.each([
  '<a href="https://a.example"><img src="a.png"></a>',
  '<figure><img src="a.png"><img src="b.png"></figure>',
  '<figure><img src="a.png"> λέξεις</figure>',
  '<figure><img src="a.png"><table></table></figure>',
  '<figure><img src="a.png"><figcaption>α</figcaption><figcaption>β</figcaption></figure>',
  '<figure><figcaption>α</figcaption></figure>',
  '<img alt="α">',
  '<img src="a.png"><!-- α -->',
])('what is more than an image with its caption, or less, is none: %s', (html) => {
  expect(figureIn(html)).toBe(undefined);
});
