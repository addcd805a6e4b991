/** Letters that only a font shows as something: Word and LibreOffice write those of symbol fonts so. */
const PRIVATE = /[\uf020-\uf0ff]/g;

const pairs = (text: string) =>
  text.split(' ').map((each): [string, string] => [each.slice(0, 2), each.slice(2)]);
const GREEK = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const SIGNS = new Map(pairs('a3≤ a5∞ ac← ae→ b0° b1± b3≥ b4× b8÷ b9≠ bb≈ d6√ e5∑ f2∫'));
const WINGDINGS = new Map(pairs('28☎ 2a✉ 46☞ 4a☺ 6c● 6e■ 6f□ 71❑ 76❖ a1○ a8□ df← e0→ e8➔ fb✗ fc✓ fd☒ fe☑'));
/** Whatever their font: they are bullets. */
const BULLETS = new Map(pairs('b7• a7▪ d8➢ fc✓'));

/** A text with what its symbols show, without those that are not known. @param font in lower case */
export function withSymbols(text: string, font: string, unknown: (words: string) => void): string {
  return text.replace(PRIVATE, (symbol) => {
    const code = symbol.charCodeAt(0) - 0xf000;
    const key = code.toString(16);
    const ofSymbol = () =>
      SIGNS.get(key) ?? (code < 0x40 ? String.fromCharCode(code) : [...GREEK][code - 0x41]);
    const ofFont = /^symbol/.test(font)
      ? ofSymbol()
      : /^wingdings\b/.test(font)
        ? WINGDINGS.get(key)
        : undefined;
    const shown = BULLETS.get(key) ?? ofFont;
    if (shown === undefined) unknown(text.replace(PRIVATE, '□').replace(/\s+/g, ' ').trim());
    return shown ?? '';
  });
}
