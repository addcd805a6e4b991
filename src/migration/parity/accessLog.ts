import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { NoComparison } from './NoComparison.ts';

/** A request as a web server has logged it. Strings hold one character per byte (Latin-1), so that any bytes can be sent again. */
export interface LoggedRequest {
  method: string;
  /** The request target as the client sent it: path and query, or an absolute URL. */
  target: string;
  /** Milliseconds since 1970; NaN where the log does not say. */
  time: number;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  userAgent: string | undefined;
}

/** What is known of the logs besides the requests. */
export interface LogCounts {
  /** Lines that are not empty. */
  lines: number;
  /** Lines in no known format. */
  unreadable: number;
  /** Where the first of them is, and how it looks, without its letters and digits. */
  firstUnreadable: string | null;
}

/** Longer lines are counted as unreadable: no server writes them, and a file without line ends must not fill the memory. */
const LONGEST_LINE = 64 * 1024;
const SHOWN_OF_LINE = 160;

/**
 * Reads the requests in the access logs of a web server, plain or compressed with gzip.
 * @param shows whether the first unreadable line may be shown as it is
 * @param onRequest called for each request in turn
 * @throws NoComparison when a file cannot be read, or most of its lines are in no known format
 */
export async function readAccessLogs(
  files: readonly string[],
  shows: boolean,
  onRequest: (request: LoggedRequest) => void,
): Promise<LogCounts> {
  const all: LogCounts = { lines: 0, unreadable: 0, firstUnreadable: null };
  for (const file of files) {
    const own: LogCounts = { lines: 0, unreadable: 0, firstUnreadable: null };
    let number = 0;
    for await (const lines of linesOf(file)) {
      for (const line of lines) {
        number++;
        if (line === '') continue;
        own.lines++;
        const request = readLine(line);
        if (request) {
          onRequest(request);
          continue;
        }
        own.unreadable++;
        own.firstUnreadable ??= `${file}, line ${number}: ${shown(line, shows)}`;
      }
    }
    if (own.unreadable * 2 > own.lines) throw otherFormat(own);
    all.lines += own.lines;
    all.unreadable += own.unreadable;
    all.firstUnreadable ??= own.firstUnreadable;
  }
  return all;
}

function otherFormat({ lines, unreadable, firstUnreadable }: LogCounts): NoComparison {
  return new NoComparison(
    `${unreadable} of ${lines} lines are no requests in the common or combined format, nor JSON with a known key ` +
      `(parity --help names them). The first is ${firstUnreadable}`,
  );
}

/** A line may hold addresses of people, and what they have searched for: its punctuation shows the format. */
function shown(line: string, whole: boolean): string {
  const start = Buffer.from(line.slice(0, SHOWN_OF_LINE), 'latin1').toString();
  const printable = start.replace(/[^\P{C}]/gu, '?');
  return whole ? printable : printable.replace(/\p{L}/gu, 'x').replace(/\p{N}/gu, '0');
}

/** The lines of a file, in batches, as Latin-1. @throws NoComparison when it cannot be read to its end */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  let rest = '';
  try {
    for await (const chunk of bytesOf(file)) {
      const lines = `${rest}${chunk.toString('latin1')}`.split('\n');
      rest = lines.pop() ?? '';
      // One character too many keeps it unreadable, however much of it follows.
      if (rest.length > LONGEST_LINE) rest = rest.slice(0, LONGEST_LINE + 1);
      yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    }
  } catch (error) {
    throw new NoComparison(`${file} cannot be read: ${(error as Error).message}`);
  }
  yield [rest];
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = createReadStream(file, { highWaterMark: 256 * 1024 })[
    Symbol.asyncIterator
  ]();
  const first = await chunks.next();
  if (first.done) return;
  async function* again() {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip) yield* again();
  // An error reaches the reader through the destroyed stream.
  else yield* pipeline(Readable.from(again()), createGunzip(), () => {});
}

/** A quoted value in which quotes are escaped. */
const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"';
/**
 * The common and the combined format of Apache and nginx, from the time on: `[TIME] "REQUEST" STATUS BYTES "REFERER" "AGENT"`.
 * What stands before (client, user, a virtual host) and after is not read.
 */
const LINE = new RegExp(
  `\\[(\\d\\d)/(\\w{3})/(\\d{4}):(\\d\\d):(\\d\\d):(\\d\\d) ([+-])(\\d\\d)(\\d\\d)\\] ${QUOTED} (?:\\d{3}|-) (?:\\d+|-)(?: ${QUOTED} ${QUOTED})?`,
);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Reads a line of an access log.
 * @param line Latin-1
 * @returns undefined for a line in no known format. What a client sent instead of a request (`-`, a TLS handshake) has no target
 */
function readLine(line: string): LoggedRequest | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const match = LINE.exec(line);
  if (!match) return readJson(line);
  const [, day, month = '', year, hour, minute, second, sign, zoneHours, zoneMinutes, request = '', , agent] =
    match;
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  return {
    ...requestLine(unescaped(request)),
    time:
      Date.UTC(
        Number(year),
        MONTHS.indexOf(month),
        Number(day),
        Number(hour),
        Number(minute),
        Number(second),
      ) -
      zone * 60_000,
    accept: undefined,
    acceptEncoding: undefined,
    userAgent: header(agent && unescaped(agent)),
  };
}

/** The method and the target of a request line, which may lack its version (HTTP/0.9). */
function requestLine(line: string): Pick<LoggedRequest, 'method' | 'target'> {
  const [, method = '', target = ''] = /^([A-Za-z]+) (.*?)(?: HTTP\/\d(?:\.\d)?)?$/s.exec(line) ?? [];
  return { method, target };
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** Undoes the escapes of Apache and nginx: `\"`, `\\`, `\n`, `\x0A`. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:x([0-9A-Fa-f]{2})|(.))/gs, (_, hex: string | undefined, other: string) =>
    hex === undefined ? (ESCAPES[other] ?? other) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** A logged header; undefined for the sign of a missing one. */
const header = (value: unknown) =>
  typeof value === 'string' && value !== '' && value !== '-' ? value : undefined;

/**
 * The keys of JSON logs, the likeliest first. A dot leads into an object, or is part of a flat key. They are those of nginx's
 * variables, Apache's documentation, Caddy, Traefik, the Elastic Common Schema and Google's load balancers.
 */
export const LOG_KEYS = {
  request: ['request', 'request_line'],
  method: [
    ...['request_method', 'request.method', 'RequestMethod', 'http.request.method'],
    ...['httpRequest.requestMethod', 'method', 'verb'],
  ],
  target: [
    ...[
      'request_uri',
      'request.uri',
      'RequestPath',
      'url.original',
      'httpRequest.requestUrl',
      'uri',
      'url',
      'path',
    ],
  ],
  /** Where the target has no query. */
  query: ['args', 'query_string', 'url.query', 'query'],
  time: [...['time_iso8601', '@timestamp', 'timestamp', 'time', 'time_local', 'StartUTC', 'msec', 'ts']],
  accept: ['http_accept', 'request.headers.Accept', 'request_Accept', 'accept'],
  acceptEncoding: [
    ...[
      'http_accept_encoding',
      'request.headers.Accept-Encoding',
      'request_Accept-Encoding',
      'accept_encoding',
    ],
  ],
  userAgent: [
    ...['http_user_agent', 'request.headers.User-Agent', 'request_User-Agent', 'user_agent.original'],
    ...['httpRequest.userAgent', 'user_agent', 'userAgent', 'agent'],
  ],
} as const;

/** A line that is, or ends with, a JSON object: syslog writes something before it. */
function readJson(line: string): LoggedRequest | undefined {
  const text = line.slice(line.indexOf('{'));
  const fields = text.startsWith('{') ? parsedJson(text) : undefined;
  if (!fields) return undefined;
  const first = (key: keyof typeof LOG_KEYS) => firstOf(fields, LOG_KEYS[key]);
  const [request, method, path] = [first('request'), first('method'), first('target')];
  if (request === undefined && (method === undefined || path === undefined)) return undefined;
  const asked = requestLine(String(request ?? ''));
  if (asked.method === '' && method !== undefined) {
    asked.method = String(method);
    asked.target = String(path ?? request);
  }
  const query = first('query');
  if (typeof query === 'string' && query !== '' && query !== '-' && !asked.target.includes('?'))
    asked.target += `${query.startsWith('?') ? '' : '?'}${query}`;
  return {
    ...asked,
    time: timeOf(first('time')),
    accept: header(first('accept')),
    acceptEncoding: header(first('acceptEncoding')),
    userAgent: header(first('userAgent')),
  };
}

/** The members of an object, their texts as Latin-1 of the bytes that were logged. */
function parsedJson(text: string): Record<string, unknown> | undefined {
  const bytes = Buffer.from(text, 'latin1');
  // nginx escapes for JSON only if it is told so, and leaves bytes that are no UTF-8.
  const isText = isUtf8(bytes) && !text.includes('\\x');
  const json = isText ? bytes.toString() : text.replace(/\\x([0-9A-Fa-f]{2})/g, '\\u00$1');
  try {
    const value: unknown = JSON.parse(json, (_, member: unknown) =>
      isText && typeof member === 'string' ? Buffer.from(member).toString('latin1') : member,
    );
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The first of some keys that is there. Of several values of a header, the first. */
function firstOf(fields: Record<string, unknown>, keys: readonly string[]): string | number | undefined {
  for (const key of keys) {
    const value = fields[key] ?? (key.includes('.') ? within(fields, key.split('.')) : undefined);
    const single: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof single === 'string' || typeof single === 'number') return single;
  }
  return undefined;
}

function within(fields: unknown, names: string[]): unknown {
  let value = fields;
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Milliseconds of seconds or milliseconds since 1970, of ISO 8601, or of the common format. */
function timeOf(value: string | number | undefined): number {
  if (value === undefined) return Number.NaN;
  const number = Number(value);
  if (!Number.isNaN(number)) return number < 1e11 ? number * 1000 : number;
  const text = String(value);
  const [, day, month, year, clock, zone] =
    /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text) ?? [];
  return Date.parse(day === undefined ? text : `${day} ${month} ${year} ${clock} ${zone}`);
}
