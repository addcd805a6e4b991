import { MARK_BITS } from '../html/elements.ts';
import { importHtml } from '../import/index.ts';
import {
  blocksOf,
  isNode,
  isRecord,
  KEPT_BLOCK,
  KEPT_INLINE,
  keptHtmlOf,
  keptStrings,
  type NodeJson,
} from '../state.ts';
import { refuseFragment, refuseTag } from './markup.ts';
import { explain, type Reason } from './reasons.ts';
import { isDangerousUrl } from './urls.ts';

/** Something in an editor state that this project does not publish. */
export interface RichTextProblem {
  /** Where: child indexes from the root (`root.children.0.children.2`). */
  path: string;
  /** In plain English. */
  message: string;
  /** In plain Greek. */
  messageEl: string;
}

/** Where markup may have come from: only that may hold what a client must not bring in by itself. */
export interface TrustedOrigins {
  /** The imported legacy HTML of this field. */
  source?: string | null | undefined;
  /** The state stored before this save, or several such states in an array. */
  previous?: unknown;
}

/** Far deeper than any editor nests. */
const MAX_DEPTH = 60;
const MAX_NODES = 1_000_000;
const MAX_PROBLEMS = 20;

const BLOCKS = ['paragraph', 'heading', 'quote', 'list', 'horizontalrule', 'block'];
const INLINES = ['text', 'tab', 'linebreak', 'link', 'autolink', 'inlineBlock'];

/** What may stand in what. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  root: BLOCKS,
  paragraph: INLINES,
  heading: INLINES,
  quote: INLINES,
  list: ['listitem'],
  listitem: [...INLINES, 'list'],
  link: ['text', 'tab', 'linebreak', 'inlineBlock'],
  autolink: ['text', 'tab', 'linebreak', 'inlineBlock'],
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what it looks for
const HALF_OR_NULL = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\u0000/;
const ALIGNMENT = /^(?:left|start|center|right|end|justify)?$/;
const ALL_FORMATS = Object.values(MARK_BITS).reduce((all, bit) => all | bit, 0);

/**
 * Every reason why an editor state must not be saved; empty when there is none, and for null. Never throws.
 *
 * An editor state arrives as JSON from whoever may write: markup in it (kept HTML, tags and attributes around texts, link
 * addresses) is taken as it is only when the imported source or a stored state has the very same; otherwise it must be
 * harmless by itself.
 */
export function refuseUnsafe(state: unknown, origins: TrustedOrigins = {}): RichTextProblem[] {
  if (state === null || state === undefined) return [];
  const root = isRecord(state) ? state.root : undefined;
  if (!isNode(root) || root.type !== 'root') return [problem('root', { code: 'notAState' })];
  const judge = new Judge(origins);
  judge.walk(root);
  return judge.problems;
}

function problem(path: string, reason: Reason): RichTextProblem {
  const { en, el } = explain(reason);
  return { path, message: en, messageEl: el };
}

class Judge {
  readonly problems: RichTextProblem[] = [];
  private readonly origins: TrustedOrigins;
  private trustedMarkup: Set<string> | undefined;

  constructor(origins: TrustedOrigins) {
    this.origins = origins;
  }

  walk(root: NodeJson): void {
    const open = [{ node: root, path: 'root', depth: 0 }];
    let seen = 0;
    for (let entry = open.pop(); entry; entry = open.pop()) {
      const { node, path, depth } = entry;
      if (++seen > MAX_NODES || depth > MAX_DEPTH) {
        this.refuse(path, { code: seen > MAX_NODES ? 'tooLarge' : 'tooDeep' });
        return;
      }
      if (this.problems.length >= MAX_PROBLEMS) return;
      this.node(node, path);
      const allowed = CHILDREN[node.type];
      if (!allowed) continue;
      if (!Array.isArray(node.children)) {
        this.refuse(path, { code: 'malformed', what: `${node.type}.children` });
        continue;
      }
      for (let i = node.children.length - 1; i >= 0; i--) {
        const child: unknown = node.children[i];
        const place = `${path}.children.${i}`;
        if (!isNode(child)) this.refuse(place, { code: 'malformed', what: node.type });
        else if (!Object.hasOwn(KNOWN, child.type))
          this.refuse(place, { code: 'nodeType', what: child.type });
        else if (!allowed.includes(child.type)) this.refuse(place, { code: 'misplaced', what: child.type });
        else open.push({ node: child, path: place, depth: depth + 1 });
      }
    }
  }

  private refuse(path: string, reason: Reason | undefined): void {
    if (reason) this.problems.push(problem(path, reason));
  }

  private node(node: NodeJson, path: string): void {
    KNOWN[node.type]?.(node, (reason) => this.refuse(path, reason));
    const html = keptHtmlOf(node);
    if (html !== undefined && !this.isTrusted(html)) this.refuse(path, refuseFragment(html));
    for (const tag of keptStrings(node)) if (!this.isTrusted(tag)) this.refuse(path, refuseTag(tag));
  }

  private isTrusted(markup: string): boolean {
    this.trustedMarkup ??= trustedMarkup(this.origins);
    return this.trustedMarkup.has(markup);
  }
}

/** All markup that the imported source and the stored states hold. */
function trustedMarkup({ source, previous }: TrustedOrigins): Set<string> {
  const states = Array.isArray(previous) ? [...previous] : [previous];
  if (typeof source === 'string') states.push(importHtml(source).state);
  const markup = new Set<string>();
  for (const state of states) {
    const open = [...blocksOf(state)];
    for (let node = open.pop(); node; node = open.pop()) {
      const html = keptHtmlOf(node);
      if (html !== undefined) markup.add(html);
      for (const tag of keptStrings(node)) markup.add(tag);
      if (Array.isArray(node.children))
        for (const child of node.children) if (isNode(child)) open.push(child);
    }
  }
  return markup;
}

type Check = (node: NodeJson, refuse: (reason: Reason) => void) => void;

const alignment: Check = (node, refuse) => {
  const { format } = node;
  const fits = format === undefined || (typeof format === 'string' && ALIGNMENT.test(format));
  if (!fits) refuse({ code: 'malformed', what: `${node.type}.format` });
};

const link: Check = (node, refuse) => {
  const fields = isRecord(node.fields) ? node.fields : {};
  if (fields.linkType !== undefined && fields.linkType !== 'custom') {
    return refuse({ code: 'malformed', what: 'link.linkType' });
  }
  if (typeof fields.url !== 'string' || fields.url.trim() === '') return refuse({ code: 'noUrl' });
  if (isDangerousUrl(fields.url)) refuse({ code: 'url', what: fields.url });
  for (const name of ['url', 'rel', 'title'] as const) {
    const value = fields[name];
    if (value !== undefined && value !== null && typeof value !== 'string') {
      refuse({ code: 'malformed', what: `link.${name}` });
    } else if (typeof value === 'string' && HALF_OR_NULL.test(value)) refuse({ code: 'character' });
  }
  if (fields.newTab !== undefined && fields.newTab !== null && typeof fields.newTab !== 'boolean') {
    refuse({ code: 'malformed', what: 'link.newTab' });
  }
};

const kept =
  (blockType: string): Check =>
  (node, refuse) => {
    const fields = isRecord(node.fields) ? node.fields : {};
    if (fields.blockType !== blockType) {
      return refuse({ code: 'nodeType', what: `${node.type} ${String(fields.blockType)}` });
    }
    if (typeof fields.html !== 'string') return refuse({ code: 'malformed', what: `${blockType}.html` });
    if (HALF_OR_NULL.test(fields.html)) refuse({ code: 'character' });
    const { within } = fields;
    if (within !== undefined && within !== null && typeof within !== 'string') {
      refuse({ code: 'malformed', what: `${blockType}.within` });
    }
  };

const text: Check = (node, refuse) => {
  if (typeof node.text !== 'string') return refuse({ code: 'malformed', what: 'text' });
  if (HALF_OR_NULL.test(node.text)) refuse({ code: 'character' });
  const { format } = node;
  if (format === undefined) return;
  // Formats without a tag here (highlight, upper case, …) would be lost in silence.
  const known = typeof format === 'number' && Number.isInteger(format) && (format & ~ALL_FORMATS) === 0;
  if (!known) refuse({ code: 'malformed', what: 'text.format' });
};

const nothing: Check = () => {};

const KNOWN: Readonly<Record<string, Check>> = {
  root: nothing,
  paragraph: alignment,
  heading: (node, refuse) => {
    alignment(node, refuse);
    if (typeof node.tag !== 'string' || !/^h[1-6]$/.test(node.tag))
      refuse({ code: 'malformed', what: 'heading.tag' });
  },
  quote: alignment,
  list: (node, refuse) => {
    if (node.tag !== 'ul' && node.tag !== 'ol') refuse({ code: 'malformed', what: 'list.tag' });
    if (node.listType === 'check') refuse({ code: 'nodeType', what: 'check list' });
    const { start } = node;
    if (start !== undefined && !Number.isSafeInteger(start))
      refuse({ code: 'malformed', what: 'list.start' });
  },
  listitem: alignment,
  link,
  autolink: link,
  text,
  tab: text,
  linebreak: nothing,
  horizontalrule: nothing,
  block: kept(KEPT_BLOCK),
  inlineBlock: kept(KEPT_INLINE),
};
