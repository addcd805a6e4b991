import { type DocumentPlace, documentsIn } from '../../../endpoints/lists/documentLinks.ts';
import type { Place, StartTag } from '../html/parser.ts';
import { type HtmlReading, readHtml } from '../html/read.ts';
import { escapeAttribute } from '../html/startTag.ts';
import { type Allowances, dressOf, refuseAttribute, refuseElement } from './allowed.ts';
import { problem, type Reason, type RichTextProblem } from './reasons.ts';

export interface JudgeHtmlOptions {
  /** The legacy HTML that was imported for this field; null for none. @default null */
  imported?: string | null | undefined;
  /** Host names whose pages may be embedded. @default none */
  videoHosts?: Iterable<string> | undefined;
  /** The addresses by which nodes of the text refer to documents. @default none */
  documents?: Iterable<string> | undefined;
}

/** What may be served of some HTML. */
interface HtmlVerdict {
  /** As it was given, but for imported start tags whose active attributes are taken out. */
  html: string;
  /** Why it must not be served; empty when it may. */
  reasons: Reason[];
  /** The attributes that were taken out. */
  removed: string[];
}

const MAX_REASONS = 20;

/** End tags that HTML lets an author leave out (HTML 13.1.2.4), and elements that have none. */
const MAY_STAY_OPEN = new Set(
  `area base br col embed hr img input link meta source track wbr
   caption colgroup dd dt li p rp rt tbody td tfoot th thead tr`.split(/\s+/),
);

/** Deeper elements are judged by their tags: this keeps the bytes of all elements, together, in proportion to the source. */
const MAX_DEPTH = 64;

/**
 * Judges HTML that is about to be served, as browsers read it. A whole element that stands byte for byte in the imported
 * HTML, inside the same kind of element, is let through; all else has to be on the lists of `allowed.ts`. Takes time in
 * proportion to the two lengths.
 */
function judgeHtml(
  html: string,
  { imported, videoHosts = [], documents = [] }: JudgeHtmlOptions = {},
): HtmlVerdict {
  if (html === (imported ?? '')) return { html, reasons: [], removed: [] };
  const before = known(readHtml(imported ?? ''));
  const parsed = readHtml(html);
  if (parsed.beyond) return { html, reasons: [{ code: parsed.beyond }], removed: [] };
  const allowed = { videoHosts: new Set(videoHosts), documents: new Set(documents) };
  return new Judge(parsed, before, allowed).verdict();
}

/**
 * What of an imported text runs, loads or restyles more than an editor may bring in, though it is served as it came: elements,
 * attributes, addresses and styles, each once.
 */
export function activeIn(html: string, videoHosts: Iterable<string> = []): string[] {
  const parsed = readHtml(html);
  if (parsed.beyond) return [problem({ code: parsed.beyond }).message];
  const withoutNodes = { ...known(parsed), nodes: new Map<string, Set<string>>() };
  const allowed = { videoHosts: new Set(videoHosts), documents: new Set<string>() };
  const { reasons, removed } = new Judge(parsed, withoutNodes, allowed).verdict();
  return [...new Set([...reasons.map(({ what }) => what ?? ''), ...removed])];
}

/** What an imported text is made of. */
interface Known {
  /** The bytes of elements and comments, by what they stand in. */
  nodes: ReadonlyMap<string, ReadonlySet<string>>;
  startTags: ReadonlySet<string>;
  /** Tags that browsers drop, and doctypes. */
  strays: ReadonlySet<string>;
  source: string;
}

function known(parsed: HtmlReading): Known {
  const bytes = (place: Place) => bytesOf(parsed, place);
  const dropped = [
    ...parsed.tags.filter(({ start }) => !parsed.opened.has(start)),
    ...parsed.endTags.filter(({ start }) => !parsed.paired.has(start)),
  ];
  const nodes = new Map<string, Set<string>>();
  for (const { within, place } of wholeNodes(parsed)) {
    nodes.set(within, (nodes.get(within) ?? new Set()).add(bytes(place)));
  }
  return {
    nodes,
    startTags: new Set(parsed.tags.map(bytes)),
    strays: new Set(dropped.map(bytes)),
    source: parsed.source,
  };
}

/** Elements and comments whose bytes are one stretch of the source. */
function wholeNodes({ nodes }: HtmlReading): { within: string; place: Place }[] {
  return nodes.flatMap(({ name, within, place, depth }) =>
    place && name !== '#text' && depth < MAX_DEPTH ? [{ within, place }] : [],
  );
}

function bytesOf({ source }: HtmlReading, { start, end }: Place): string {
  return source.slice(start, end);
}

class Judge {
  readonly #parsed: HtmlReading;
  readonly #known: Known;
  readonly #allowed: Omit<Allowances, 'isImported'>;
  readonly #reasons: Reason[] = [];
  readonly #removed: string[] = [];
  /** Start tags that are written anew. */
  readonly #rewritten: { tag: StartTag; as: string }[] = [];
  /** The places of whole nodes of the import: in order, none within another. */
  readonly #exempt: Place[];

  constructor(parsed: HtmlReading, known: Known, allowed: Omit<Allowances, 'isImported'>) {
    this.#parsed = parsed;
    this.#known = known;
    this.#allowed = allowed;
    this.#exempt = this.#exemptPlaces();
  }

  verdict(): HtmlVerdict {
    const { tags, endTags, comments, paired } = this.#parsed;
    for (const tag of this.#outside(tags)) this.#judgeTag(tag);
    for (const tag of this.#outside(endTags)) if (!paired.has(tag.start)) this.#judgeStray(tag);
    for (const comment of this.#outside(comments)) this.#judgeComment(comment);
    this.#judgeDocuments();
    this.#judgeEnd();
    return {
      html: this.#written(),
      reasons: this.#reasons.slice(0, MAX_REASONS),
      removed: [...new Set(this.#removed)],
    };
  }

  /** Those that stand in no node of the import. */
  #outside<T extends Place>(places: readonly T[]): T[] {
    const exempt = this.#exempt;
    let at = 0;
    return places.filter(({ start }) => {
      while (at < exempt.length && (exempt[at] as Place).end <= start) at += 1;
      const place = exempt[at];
      return !place || start < place.start;
    });
  }

  #exemptPlaces(): Place[] {
    const same = wholeNodes(this.#parsed)
      .filter(({ within, place }) => this.#known.nodes.get(within)?.has(bytesOf(this.#parsed, place)))
      .map(({ place }) => place);
    const outermost: Place[] = [];
    for (const place of same.sort((one, other) => one.start - other.start || other.end - one.end)) {
      const last = outermost.at(-1);
      if (last && place.end <= last.end) continue;
      outermost.push(place);
    }
    return outermost;
  }

  #judgeTag(tag: StartTag): void {
    const { opened, paired } = this.#parsed;
    const bytes = bytesOf(this.#parsed, tag);
    // What a frame shows is its own: it is the import's as a whole, or anybody's.
    const isImported = tag.name !== 'iframe' && this.#known.startTags.has(bytes);
    const allowances: Allowances = { isImported, ...this.#allowed };
    const refused = refuseElement(tag, allowances);
    if (refused) {
      this.#reasons.push(refused);
      return;
    }
    const endsOrNeedNot = paired.has(tag.start) || MAY_STAY_OPEN.has(tag.name);
    // An iframe's content is text to browsers of today and HTML to those of yesterday.
    const isWhole = opened.has(tag.start) && endsOrNeedNot && (tag.name !== 'iframe' || this.#isEmpty(tag));
    if (!isWhole && !isImported) this.#reasons.push({ code: 'broken', what: bytes });
    this.#judgeAttributes(tag, allowances);
  }

  #isEmpty({ name, end }: StartTag): boolean {
    const next = bytesOf(this.#parsed, { start: end, end: end + name.length + 2 });
    return next.toLowerCase() === `</${name}`;
  }

  #judgeAttributes(tag: StartTag, allowances: Allowances): void {
    const stay: string[] = [];
    let isRewritten = false;
    for (const attribute of tag.attributes) {
      const refused = refuseAttribute(tag, attribute, allowances);
      if (!refused) {
        stay.push(bytesOf(this.#parsed, attribute));
      } else if (!allowances.isImported) {
        this.#reasons.push(refused);
      } else {
        isRewritten = true;
        this.#removed.push(refused.what);
        const dress = refused.code === 'style' ? dressOf(attribute.value) : '';
        if (dress) stay.push(`style="${escapeAttribute(dress, /[&"]/g)}"`);
      }
    }
    if (!isRewritten) return;
    // Every attribute is written again: of two of one name, the second would take the place of the first.
    const name = bytesOf(this.#parsed, { start: tag.start, end: tag.start + 1 + tag.name.length });
    this.#rewritten.push({ tag, as: `${[name, ...stay].join(' ')}>` });
  }

  /** What is read as a link to a document, or a picture, has to be one, as a whole, and the reverse. */
  #judgeDocuments(): void {
    const { documents } = this.#allowed;
    if (documents.size === 0) return;
    const { source, tags } = this.#parsed;
    const names = (tag: StartTag) => tag.attributes.some(({ value }) => documents.has(value));
    const written = new Set(this.#outside(tags.filter(names)).map(({ start }) => start));
    for (const place of this.#outside(documentsIn(source))) {
      if (written.delete(place.tag) && this.#isElement(place)) continue;
      this.#reasons.push({ code: 'broken', what: source.slice(place.start, place.end) });
    }
    for (const start of written) this.#reasons.push({ code: 'broken', what: source.slice(start) });
  }

  #isElement({ start, end, tag }: DocumentPlace): boolean {
    const { markEnds, nodes } = this.#parsed;
    if (start === tag) return markEnds.get(start)?.end === end;
    return nodes.some(({ name, place }) => name === 'figure' && place?.start === start && place.end === end);
  }

  #judgeStray(place: Place): void {
    const bytes = bytesOf(this.#parsed, place);
    if (!this.#known.strays.has(bytes)) this.#reasons.push({ code: 'broken', what: bytes });
  }

  #judgeComment(place: Place): void {
    const bytes = bytesOf(this.#parsed, place);
    // No condition, which old browsers read, and nothing that ends at once.
    const isWhole = bytes.startsWith('<!--') && bytes.endsWith('-->') && bytes.length >= '<!---->'.length;
    if (!isWhole || bytes.startsWith('<!--[')) this.#reasons.push({ code: 'element', what: bytes });
  }

  /** What does not end would take in what a page puts after it. */
  #judgeEnd(): void {
    const { isCutOff, source } = this.#parsed;
    const rest = source.slice(source.lastIndexOf('<'));
    if (isCutOff && !this.#known.source.endsWith(rest)) this.#reasons.push({ code: 'broken', what: rest });
  }

  #written(): string {
    const { source } = this.#parsed;
    const pieces: string[] = [];
    let at = 0;
    for (const { tag, as } of this.#rewritten) {
      pieces.push(source.slice(at, tag.start), as);
      at = tag.end;
    }
    return pieces.join('') + source.slice(at);
  }
}

export interface JudgedHtml {
  /** What is served: as given, but for active attributes of imported start tags. */
  html: string;
  problems: RichTextProblem[];
  /** Attributes that were taken out of imported start tags. */
  removed: string[];
}

/** Judges what is about to be served, whoever has written it. */
export function judgeServed(html: string, options: JudgeHtmlOptions): JudgedHtml {
  const { reasons, ...verdict } = judgeHtml(html, options);
  return { ...verdict, problems: reasons.map((reason) => problem(reason)) };
}
