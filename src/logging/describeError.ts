/**
 * What may be said of an error where others read it: a log, a terminal, the reason why something planned has failed. Errors
 * of databases and parsers quote what was typed, passwords and texts among it; that is left out, whatever has failed.
 */

/** Long enough for any reason, and short enough that no text gets in as one. */
const LONGEST = 2000;
const MOST_CAUSES = 5;
const MOST_FRAMES = 4;

/** Colours are left out whole. */
const COLOURS = /\p{Cc}\[[\d;]*m/gu;
/** What a terminal would obey, what would begin another line, and what turns the direction of writing. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** JavaScript's own errors, and those of their messages that quote the program and no value. */
const BUILT_IN = /^(?:TypeError|RangeError|SyntaxError|ReferenceError|URIError|EvalError)$/;
const OF_THE_PROGRAM =
  /^Cannot (?:read|set) properties of (?:undefined|null)|^\S+ is not (?:a function|a constructor|defined|iterable)$|^Maximum call stack|^Invalid (?:array length|string length|time value)$/;

/** What is quoted, from the first quote to the last; but a name of the schema stays, since it says what is missing. */
const QUOTED =
  /\b(?:relation|column|table|constraint|index|collection|database|user|role|schema) "[\w.$-]+"|(["`]).*\1|(?<!\p{L})'.*'|\{.*\}/gsu;

/** A name or a code, and no value. */
const NAME = /^[\w.$-]{1,64}$/;

type ErrorLike = Error & { [key: string]: unknown };

/** A text on one line, of any length, without what a terminal would obey. */
export function withoutControls(text: string): string {
  return text.replace(COLOURS, '').replace(CONTROLS, ' ');
}

/** The same, cut where no reason would be that long. */
export function oneLine(text: string): string {
  const line = withoutControls(text);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** A text that may quote an error: on one line, without statements and their parameters, keys and passwords of addresses. */
export function withoutValues(text: string): string {
  return oneLine(
    text
      .replace(/Failed query:.*/s, 'A statement failed')
      .replace(/dup key: \{.*/s, 'dup key')
      .replace(/\/\/[^/@\s]*@/g, '//…@'),
  );
}

/** Each cause of an error in a sentence, the outermost first. */
export function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  for (let each = error; isErrorLike(each) && causes.length < MOST_CAUSES; each = nextOf(each)) {
    const said = sentence(each);
    // A driver's error often says again what the one around it has said.
    if (!causes.some((before) => before.includes(messageOf(each) || said))) causes.push(said);
  }
  return causes.length > 0 ? causes : [typeof error === 'string' ? withoutValues(error) : typeof error];
}

/** An error on one line: what and why; and where, unless it was a client's fault. */
export function describeError(error: unknown): string {
  const status = isErrorLike(error) ? error.status : undefined;
  const where = typeof status === 'number' && status < 500 ? '' : placeOf(error);
  return `${causesOf(error).join(' Because: ')}${where}`;
}

function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && typeof (error as Error).message === 'string';
}

/** Of several connections that failed, the first. */
function nextOf({ cause, errors }: ErrorLike): unknown {
  return cause ?? (Array.isArray(errors) ? errors[0] : undefined);
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
  // Node's own, of a file or an address.
  if (typeof syscall === 'string') return withoutValues(message);
  return withoutValues(message.replace(QUOTED, (found) => (/^\w/.test(found) ? found : '…')));
}

/** Where it was thrown; a stack begins with the message, whatever is in that. */
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
