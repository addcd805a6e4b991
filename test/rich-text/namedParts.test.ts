import { expect, it } from 'vitest';
import { withNamedParts } from '../../src/rich-text/editor/namedParts.ts';
import { htmlToLexical } from '../../src/rich-text/index.ts';

/** The texts of a state, block by block. */
function texts(html: string, language: string): string[] {
  interface Node {
    text?: string;
    children?: Node[];
  }
  const textOf = ({ text, children = [] }: Node): string => text ?? children.map(textOf).join('');
  const { root } = withNamedParts(htmlToLexical(html), language) as unknown as { root: Node };
  return (root.children ?? []).map(textOf);
}

it('a comparison names what is kept as HTML by what it is, with what it says', () => {
  const html =
    '<p>Πριν</p><table><tr><td>Α &amp; Β</td><td><b>Γ</b></td></tr></table>' +
    '<iframe src="https://www.youtube.com/embed/x"></iframe><p>Μετά<!-- σημείωση --></p>';
  expect(texts(html, 'el')).toEqual([
    'Πριν',
    '[Πίνακας: Α & Β Γ]',
    '[Ενσωματωμένη σελίδα: https://www.youtube.com/embed/x]',
    'Μετά[Κρυφό σχόλιο: σημείωση]',
  ]);
  expect(texts(html, 'en')[1]).toBe('[Table: Α & Β Γ]');
});

it('a text that was never entered stays as it is', () => {
  expect(withNamedParts(null, 'el')).toBe(null);
  expect(withNamedParts(undefined, 'el')).toBe(undefined);
});
