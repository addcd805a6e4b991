import type { Place } from '../html/places.ts';
import type { HtmlReading } from '../html/read.ts';

/** What a source has between two rendered tokens: white space that is not shown, dropped tags, elements that hold nothing. */
export interface Gap {
  bytes: string;
  /** Its white space alone. */
  space: string;
  /** Where the marks start that start in it. */
  marks: number[];
  /** The end tags in it of marks that start before it. */
  markEnds: MarkEnd[];
  /** Each tag in it has its other half: it says nothing about what stands around it. */
  isHarmless: boolean;
  /** It ends with a tag that is cut off. */
  isCutOff: boolean;
}

/** An end tag, and where the mark starts that it ends. */
interface MarkEnd {
  bytes: string;
  mark: number;
}

const NO_GAP: Gap = { bytes: '', space: '', marks: [], markEnds: [], isHarmless: true, isCutOff: false };

/** Reads the gaps of a source, from its start to its end. */
export class GapReader {
  readonly #reading: HtmlReading;
  readonly #tags: Place[];
  readonly #texts: Place[];
  /** Where marks start, by where they end. */
  readonly #markStarts: ReadonlyMap<number, number>;
  #nextTag = 0;
  #nextText = 0;

  constructor(reading: HtmlReading) {
    const { tags, endTags, markEnds, nodes } = reading;
    const bySource = (a: Place, b: Place) => a.start - b.start;
    this.#reading = reading;
    this.#tags = [...tags, ...endTags].sort(bySource);
    this.#texts = nodes
      .flatMap(({ name, place }) => (name === '#text' && place ? [place] : []))
      .sort(bySource);
    this.#markStarts = new Map([...markEnds].map(([start, end]) => [end, start]));
  }

  /** What stands between two places, neither of them before one that was asked for. */
  read(from: number, to: number): Gap {
    if (from === to) return NO_GAP;
    const { source, end, paired, markEnds } = this.#reading;
    const isCutOff = to > end;
    const marks: number[] = [];
    const ends: MarkEnd[] = [];
    let isHarmless = !isCutOff;
    for (; (this.#tags[this.#nextTag]?.start ?? to) < to; this.#nextTag += 1) {
      const tag = this.#tags[this.#nextTag] as Place;
      if (tag.start < from) continue;
      if (!paired.has(tag.start)) isHarmless = false;
      if (markEnds.has(tag.start)) marks.push(tag.start);
      const mark = this.#markStarts.get(tag.start) ?? from;
      if (mark < from) ends.push({ mark, bytes: source.slice(tag.start, tag.end) });
    }
    const bytes = source.slice(from, to);
    return { bytes, space: this.#space(from, to), marks, markEnds: ends, isHarmless, isCutOff };
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
