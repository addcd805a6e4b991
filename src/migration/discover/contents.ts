import { parsedJson } from '../../../endpoints/lists/definition/json.ts';
import { writtenIn } from '../../../endpoints/lists/definition/parse.ts';
import { type Element, ElementRefused, type List, type Problem } from '../../../endpoints/lists/index.ts';
import { digestOf } from '../../../endpoints/read-model/index.ts';
import { type Capture, type CapturedResponse, defaultResponse, elementBytes } from '../../capture/folder.ts';

/** Elements of one list that are the same bytes: one content, however often and in whatever responses it stands. */
export interface Content {
  list: List;
  /** SHA-256 of its bytes. */
  digest: string;
  element: Element;
}

/** An element that is not imported, with what a person needs to find it. */
export interface RefusedElement {
  list: string;
  file: string;
  /** Its place in the file, counted from 0. */
  index: number;
  /** Its legacy id and title, as far as they can be read; a number that is no id as it is written, such as 1.0. */
  id: number | string | null;
  title: string | null;
  problems: readonly Problem[];
}

/** A captured response with its elements told apart. */
export interface ReadResponse {
  response: CapturedResponse;
  /** For every element its content; undefined where it was refused. */
  rows: (Content | undefined)[];
}

/** One list of a capture, read. */
export interface ReadList {
  list: List;
  /** The default response; undefined when the capture has none that can be read. */
  standard: ReadResponse | undefined;
  /** The responses to `ordering=…`. */
  ordered: ReadResponse[];
  refused: RefusedElement[];
}

/**
 * Parses every element of a list, each distinct one once.
 *
 * The default response says what the list holds. An element that stands in another response alone was caught while the source
 * changed: which of its versions is the right one nobody can tell from here, so it is refused by name.
 */
export function readList(capture: Capture, list: List): ReadList {
  const known = new Map<string, Content | readonly Problem[]>();
  const read: ReadList = { list, standard: undefined, ordered: [], refused: [] };
  const standard = defaultResponse(capture, list.key);
  if (!standard) return read;

  read.standard = readResponse(standard, (bytes, digest, index) => {
    const content = known.get(digest) ?? parsed(list, bytes, digest);
    known.set(digest, content);
    if (!Array.isArray(content)) return content as Content;
    read.refused.push(refusal(list, standard.file, index, bytes, content));
    return undefined;
  });
  for (const response of capture.responses) {
    if (response.list !== list.key || response === standard) continue;
    const ordered = readResponse(response, (bytes, digest, index) => {
      const content = known.get(digest);
      if (content === undefined) {
        known.set(digest, []);
        const reason = `does not stand in ${standard.file}: the source changed between the two requests, capture it again`;
        read.refused.push(refusal(list, response.file, index, bytes, [{ path: '', reason }]));
      }
      return Array.isArray(content) ? undefined : (content as Content | undefined);
    });
    read.ordered.push(ordered);
  }
  return read;
}

type Recognise = (bytes: Buffer, digest: string, index: number) => Content | undefined;

function readResponse(response: CapturedResponse, recognise: Recognise): ReadResponse {
  const rows = response.slices.map((_, index) => {
    const bytes = elementBytes(response, index);
    return recognise(bytes, digestOf(bytes), index);
  });
  return { response, rows };
}

function parsed(list: List, bytes: Buffer, digest: string): Content | readonly Problem[] {
  try {
    return { list, digest, element: list.parse(bytes.toString()) };
  } catch (error) {
    if (error instanceof ElementRefused) return error.problems;
    throw error;
  }
}

function refusal(
  list: List,
  file: string,
  index: number,
  bytes: Buffer,
  problems: readonly Problem[],
): RefusedElement {
  return { list: list.key, file, index, ...identityOf(list, bytes), problems };
}

/** Id and title of an element that need not be valid. */
function identityOf(list: List, bytes: Buffer): Pick<RefusedElement, 'id' | 'title'> {
  const text = bytes.toString();
  const element = looseElement(text);
  const title = element[list.keys.find((key) => key.endsWith('title')) ?? ''];
  return {
    id: typeof element.id === 'number' ? idAsWritten(text, element.id) : null,
    title: typeof title === 'string' ? title : null,
  };
}

/** What cannot be an id, or is rounded, as it stands in the source. */
function idAsWritten(text: string, id: number): number | string {
  const written = writtenIn(text)(['id']) ?? String(id);
  return String(id) === written ? id : written;
}

/** Members of an element that need not be valid. */
export function looseElement(text: string): Element {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
