/**
 * Describes errors for logs, terminals and the admin. Errors of databases and parsers may quote input, including passwords and
 * texts; quoted values are always removed.
 */

/** Maximum length: enough for any reason, too short for a whole text. */
const LONGEST = 2000;
const MOST_CAUSES = 5;
const MOST_FRAMES = 4;

/** Terminal colours, which are removed. */
const COLOURS = /\p{Cc}\[[\d;]*m/gu;
/** Control characters, line breaks, and characters that change the direction of text. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** JavaScript's own errors, and those of their messages that quote code and not a value. */
const BUILT_IN = /^(?:TypeError|RangeError|SyntaxError|ReferenceError|URIError|EvalError)$/;
const OF_THE_PROGRAM =
  /^Cannot (?:read|set) properties of (?:undefined|null)|^\S+ is not (?:a function|a constructor|defined|iterable)$|^Maximum call stack|^Invalid (?:array length|string length|time value)$/;

/** Quoted text, from the first quote to the last. Names of the schema are kept, since they say what is missing. */
const QUOTED =
  /\b(?:relation|column|table|constraint|index|collection|database|user|role|schema) "[\w.$-]+"|(["`]).*\1|(?<!\p{L})'.*'/gsu;

/** A name or a code, not a value. */
const NAME = /^[\w.$-]{1,64}$/;

type ErrorLike = Error & { [key: string]: unknown };

/** A text on one line, without control characters. */
export function withoutControls(text: string): string {
  return text.replace(COLOURS, '').replace(CONTROLS, ' ');
}

/** {@link withoutControls}, cut to the maximum length. */
export function oneLine(text: string): string {
  const line = withoutControls(text);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** A text that may contain an error, on one line, without SQL statements, parameters, keys, and passwords in addresses. */
export function withoutValues(text: string): string {
  return oneLine(
    text
      .replace(/Failed query:.*/s, 'A statement failed')
      .replace(/dup key: \{.*/s, 'dup key')
      .replace(/\/\/[^/@\s]*@/g, '//…@'),
  );
}

/** A sentence for each cause of an error, outermost first. */
export function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  for (
    let each = error;
    isErrorLike(each) && causes.length < MOST_CAUSES;
    each = each.cause ?? [each.errors].flat()[0]
  ) {
    const said = sentence(each);
    // Skip a cause that repeats the message of the outer error.
    if (!causes.some((before) => before.includes(messageOf(each) || said))) causes.push(said);
  }
  return causes.length > 0 ? causes : [typeof error === 'string' ? withoutValues(error) : typeof error];
}

/** An error on one line with its causes, and its place unless it is a client error. */
export function describeError(error: unknown): string {
  const status = isErrorLike(error) ? error.status : undefined;
  const where = typeof status === 'number' && status < 500 ? '' : placeOf(error);
  return `${causesOf(error).join(' Because: ')}${where}`;
}

export function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && typeof (error as Error).message === 'string';
}

function sentence(error: ErrorLike): string {
  const said = messageOf(error);
  const { name, code, constraint } = error;
  const label = name && name !== 'Error' && NAME.test(name) ? name : '';
  const names = [code, constraint].filter(
    (each) => NAME.test(String(each ?? '')) && !said.includes(String(each)),
  );
  return [[label, said].filter(Boolean).join(': '), names.length > 0 && `(${names.join(', ')})`]
    .filter(Boolean)
    .join(' ');
}

function messageOf({ message, name, syscall }: ErrorLike): string {
  if (BUILT_IN.test(name)) return OF_THE_PROGRAM.test(message) ? withoutValues(message) : '';
  // An error of a system call, which quotes only a path or an address.
  if (typeof syscall === 'string') return withoutValues(message);
  return withoutValues(withoutObject(message.replace(QUOTED, (found) => (/^\w/.test(found) ? found : '…'))));
}

/** A text without what stands between its first `{` and its last `}`. */
function withoutObject(text: string): string {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  return start < 0 || end < start ? text : `${text.slice(0, start)}…${text.slice(end + 1)}`;
}

/** The first stack frames. The stack begins with the message, so that is skipped. */
function placeOf(error: unknown): string {
  if (!isErrorLike(error) || typeof error.stack !== 'string') return '';
  const { message, stack } = error;
  const at = stack.indexOf(message);
  if (at < 0) return '';
  const frames = stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, MOST_FRAMES)
    .map((line) => line.slice('    at '.length).replace(`${process.cwd()}/`, '').replace('file://', ''));
  return frames.length > 0 ? ` [${oneLine(frames.join(' < '))}]` : '';
}
