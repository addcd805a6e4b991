import { decoded } from '../../endpoints/lists/definition/texts.ts';

/** What is written in. The toolbar of a text comes before the text. */
const WRITTEN = 'input, textarea, select, [contenteditable="true"]';
const CONTROL = `${WRITTEN}, button`;

/** The text editor of a field, which has no name of its own, by its label. */
const editorOf = (label: string) =>
  document.querySelector<HTMLElement>(
    `.rich-text-lexical [contenteditable=true][aria-label="${CSS.escape(label)}"]`,
  );

/** Milliseconds until the fields of a fold are in the page. */
const OPENING_TIME = 400;

/** Opens the fold that a field stands in. @param then what is done when it is open @returns whether it was closed */
export function openFold(path: string, then?: () => void): boolean {
  const fold = `.collapsible--collapsed:has([data-fields~="${CSS.escape(path)}"])`;
  const toggle = document.querySelector<HTMLElement>(`${fold} .collapsible__toggle`);
  toggle?.click();
  if (toggle && then) setTimeout(then, OPENING_TIME);
  return toggle !== null;
}

/**
 * Brings a field of the form into view, with the focus; while its row is closed, the rows that it stands in.
 * @param path of the field in the form
 * @param label by which a rich text is known
 * @returns what has the focus; nothing yet where a fold has to open
 */
export function goToField(path: string, label: string): HTMLElement | undefined {
  if (openFold(path, () => goToField(path, label))) return undefined;
  const idOf = (each: string) => `field-${each.replaceAll('.', '__')}`;
  const field =
    document.getElementById(idOf(path)) ??
    document.querySelector(`label[for="${CSS.escape(idOf(path))}"]`)?.closest('.field-type') ??
    document.getElementById(idOf(path.split('.')[0] ?? path)) ??
    editorOf(label);
  field?.scrollIntoView({ block: 'center' });
  const inside = field?.querySelector(WRITTEN) ?? field?.querySelector(CONTROL);
  const control = field?.matches(CONTROL) ? field : inside;
  if (!(control instanceof HTMLElement)) return undefined;
  control.focus({ preventScroll: true });
  return control;
}

export interface WordsInField {
  /** Of the field in the form. */
  path: string;
  label: string;
  words: string;
  /** The elements that may hold the words, as a selector; '' for any text. */
  inside: string;
  /** Which of several such places, from 1. */
  number: number;
}

/** Goes to a field and selects some words in it; the field alone where the words are not there any more. */
export function goToWords(place: WordsInField): void {
  const { path, label, words, inside, number } = place;
  if (openFold(path, () => goToWords(place))) return;
  const control = goToField(path, label);
  const wanted = words.replace(/…$/, '');
  if (wanted === '') return;
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    const at = control.value.indexOf(wanted);
    if (at >= 0) control.setSelectionRange(at, at + wanted.length);
    else control.select();
    return;
  }
  const text = editorOf(label);
  if (!text) return;
  const found = inside === '' ? rangesOf(text, wanted) : elementsWith(text, inside, wanted).map(rangeOf);
  const range = found[number - 1] ?? found[0];
  if (range) select(range);
}

/** The texts inside another one: its own, and those of the frames that show imported parts. */
function rootsIn(text: Element): Element[] {
  const frames = [...text.querySelectorAll('iframe')];
  return [text, ...frames.flatMap(({ contentDocument }) => contentDocument?.body ?? [])];
}

const plain = (value: string) => value.normalize('NFC').replace(/\s+/g, ' ').trim();

function elementsWith(text: Element, selector: string, words: string): Element[] {
  const has = (element: Element) => {
    const said = [element.textContent, element.getAttribute('aria-label'), element.getAttribute('alt')];
    const addresses = ['href', 'src'].map((name) => decoded(element.getAttribute(name) ?? ''));
    return (
      said.some((each) => plain(each ?? '').startsWith(words)) ||
      addresses.some((each) => each.includes(words))
    );
  };
  return rootsIn(text).flatMap((root) => [...root.querySelectorAll(selector)].filter(has));
}

function rangeOf(element: Element): Range {
  const range = element.ownerDocument.createRange();
  if (element.matches('img')) range.selectNode(element);
  else range.selectNodeContents(element);
  return range;
}

/** Where words stand, also where marks divide them. */
function rangesOf(text: Element, words: string): Range[] {
  return rootsIn(text).flatMap((root) => {
    const { ownerDocument } = root;
    const walker = ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes: { node: Node; from: number }[] = [];
    let whole = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes.push({ node, from: whole.length });
      whole += node.nodeValue ?? '';
    }
    const placeOf = (at: number) => {
      const { node, from } = nodes.findLast((each) => each.from <= at) ?? { node: root, from: at };
      return [node, at - from] as const;
    };
    return [
      ...whole.matchAll(new RegExp(`(?<![\\p{L}\\p{M}])${escaped(words)}(?![\\p{L}\\p{M}])`, 'gu')),
    ].map(({ index }) => {
      const range = ownerDocument.createRange();
      range.setStart(...placeOf(index));
      const [node, offset] = placeOf(index + words.length - 1);
      range.setEnd(node, offset + 1);
      return range;
    });
  });
}

const escaped = (words: string) => words.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function select(range: Range): void {
  const { startContainer } = range;
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const frame = startContainer.ownerDocument?.defaultView?.frameElement;
  (frame ?? element)?.scrollIntoView({ block: 'center' });
  const selection = startContainer.ownerDocument?.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
