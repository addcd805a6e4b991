import type { HtmlReading, Place } from '../html/read.ts';

/** What a source has between two rendered tokens: white space that is not shown, dropped tags, elements that hold nothing. */
export interface Gap {
  bytes: string;
  /** Its white space alone. */
  space: string;
  /** Each tag in it has its other half in it: it says nothing about what stands around it. */
  isHarmless: boolean;
  /** It ends with a tag that is cut off. */
  isCutOff: boolean;
}

const NO_GAP: Gap = { bytes: '', space: '', isHarmless: true, isCutOff: false };

/** Reads the gaps of a source, from its start to its end. */
export class GapReader {
  readonly #reading: HtmlReading;
  /** Where the tags stand that have no other half. */
  readonly #loose: number[];
  readonly #texts: Place[];
  #nextLoose = 0;
  #nextText = 0;

  constructor(reading: HtmlReading) {
    const { tags, endTags, paired, nodes } = reading;
    this.#reading = reading;
    this.#loose = [...tags, ...endTags]
      .map(({ start }) => start)
      .filter((start) => !paired.has(start))
      .sort((a, b) => a - b);
    this.#texts = nodes
      .flatMap(({ name, place }) => (name === '#text' && place ? [place] : []))
      .sort((a, b) => a.start - b.start);
  }

  /** What stands between two places, neither of them before one that was asked for. */
  read(from: number, to: number): Gap {
    if (from === to) return NO_GAP;
    const { source, end } = this.#reading;
    while ((this.#loose[this.#nextLoose] ?? to) < from) this.#nextLoose += 1;
    const isCutOff = to > end;
    const isHarmless = !isCutOff && (this.#loose[this.#nextLoose] ?? to) >= to;
    return { bytes: source.slice(from, to), space: this.#space(from, to), isHarmless, isCutOff };
  }

  #space(from: number, to: number): string {
    const { source } = this.#reading;
    const pieces: string[] = [];
    for (; (this.#texts[this.#nextText]?.start ?? to) < to; this.#nextText += 1) {
      const { start = 0, end = 0 } = this.#texts[this.#nextText] ?? {};
      if (end > from) pieces.push(source.slice(Math.max(start, from), Math.min(end, to)));
      if (end > to) break;
    }
    const text = pieces.join('');
    return text.trim() === '' ? text : '';
  }
}
