import { isUtf8 } from 'node:buffer';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { Failure, failureOf, type Patience, proxyAgent, retryAfterOf } from '../system/outbound.ts';
import { elementSlices, NotAnArray } from './elementSlices.ts';
import { NoCapture } from './manifest.ts';

/** How a system is asked. */
export interface RequestOptions {
  /** Sent with every request to the site, on top of the client's own or in their place. */
  headers?: Readonly<Record<string, string>>;
  userAgent?: string;
  /** Milliseconds without a byte until a request is given up. @default a minute */
  timeout?: number;
  /** How often a request is made again. @default 9, which is a minute and a half */
  retries?: number;
  /** @default 256 MB */
  mostBytes?: number;
  signal?: AbortSignal;
  /** Told of each failure after which the request is made again, and of the milliseconds until then. */
  onRetry?(url: string, reason: string, wait: number): void;
}

interface ClientOptions extends RequestOptions {
  accept?: string;
  /** Looks up the addresses of names. */
  lookup?: LookupFunction;
}

/** What was answered. */
export interface Answer {
  url: string;
  status: number;
  headers: Headers;
  /** When it was there whole. */
  time: Date;
  body: Buffer;
}

/** A request to the site. */
export interface SiteRequest {
  method: string;
  /** The path and the query, one character per byte. */
  target: string;
  /** How it is named where it has to be repeated. */
  name: string;
  /** In place of the client's own. */
  headers: Record<string, string>;
  /** @default those of the client */
  retries?: number | undefined;
}

const MINUTE = 60_000;
const MAX_REDIRECTS = 5;
/** For a whole answer: a slow system sends a large list for minutes. */
const ANSWER_TIMEOUT = 15 * MINUTE;
const PAUSE = { first: 500, longest: 15_000, asked: 10 * MINUTE };
const RETRIES: Record<Exclude<Patience, 'long'>, number> = { brief: 2, never: 0 };

/**
 * Asks a site, one request at a time. Proxies are those of the usual variables (`https_proxy`, `no_proxy`, …). It goes
 * along with redirects within the site, and never to another; the site alone gets the headers, and the password of its address.
 */
export class HttpClient {
  readonly #site: URL;
  readonly #options: ClientOptions;
  readonly #dispatcher: Dispatcher;
  readonly #mostBytes: number;
  /** Whether it has ever been reached. */
  #wasReached = false;

  constructor(site: URL, options: ClientOptions = {}) {
    this.#site = site;
    this.#options = options;
    this.#mostBytes = options.mostBytes ?? 256 * 1024 ** 2;
    const { timeout = MINUTE, lookup } = options;
    this.#dispatcher = proxyAgent({ connectTimeout: Math.min(timeout, MINUTE / 2), lookup });
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }

  /**
   * An answer, asked for until it comes whole and passes the check, or patience ends.
   * @throws Failure saying why it did not come
   */
  get(url: URL, check: (answer: Answer) => void = () => {}): Promise<Answer> {
    return this.#patiently(url.href, undefined, async () => {
      const answer = await this.#once(url);
      check(answer);
      return answer;
    });
  }

  /**
   * Sends a request as a client of the site has made it, byte for byte, and gives what is answered, whatever it is. Redirects
   * are not followed. Only what passes, a limit of requests or a gateway's error, is asked for again.
   * @throws Failure saying why no answer came
   */
  send({ method, target, name, headers, retries }: SiteRequest): Promise<Answer> {
    const { origin } = this.#site;
    return this.#patiently(name, retries, async () => {
      const answer = await this.#ask({ origin, method, target, headers });
      const { statusCode: status } = answer;
      const received = headersOf(answer);
      const sent = await this.#read(answer);
      if (isPassing(status) && status !== 500)
        throw reasonOfStatus(status, retryAfterOf(String(received['retry-after'] ?? '')));
      const body = await decodedBody(sent, received, this.#mostBytes);
      return { url: `${origin}${target}`, status, headers: received, time: new Date(), body };
    });
  }

  /**
   * An answer of any status, see {@link send}.
   * @param url of the site
   */
  look({ href, pathname, search }: URL, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send({ method: 'GET', target: `${pathname}${search}`, name: href, headers });
  }

  /** @param name of what is asked for, as it is told with `onRetry` */
  async #patiently<T>(name: string, retries = this.#options.retries ?? 9, ask: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await ask();
      } catch (error) {
        this.#options.signal?.throwIfAborted();
        const failure = failureOf(error);
        const wait = failure.retryAfter ?? Math.min(PAUSE.first * 2 ** (failures - 1), PAUSE.longest);
        if (failures > this.#retriesAfter(failure, retries) || wait > PAUSE.asked) throw failure;
        this.#options.onRetry?.(name, failure.message, wait);
        await sleep(wait, undefined, { signal: this.#options.signal });
      }
    }
  }

  #retriesAfter({ patience, status }: Failure, retries: number): number {
    // Nothing answers at a mistyped address, however long one waits.
    if (patience === 'long' && (this.#wasReached || status !== undefined)) return retries;
    return Math.min(retries, patience === 'long' ? RETRIES.brief : RETRIES[patience]);
  }

  async #once(asked: URL): Promise<Answer> {
    let url = asked;
    for (let redirects = 0; ; redirects++) {
      const { origin, pathname, search } = url;
      const answer = await this.#ask({ origin, method: 'GET', target: `${pathname}${search}`, headers: {} });
      const { statusCode: status } = answer;
      const headers = headersOf(answer);
      if (status === 200) {
        const body = await decodedBody(await this.#read(answer), headers, this.#mostBytes);
        return { url: asked.href, status, headers, time: new Date(), body };
      }
      await answer.body.dump();
      if (![301, 302, 303, 307, 308].includes(status))
        throw reasonOfStatus(status, retryAfterOf(String(headers['retry-after'] ?? '')));
      if (redirects === MAX_REDIRECTS)
        throw new Failure(`it is sent on ${MAX_REDIRECTS} times`, 'never', { status });
      url = sameSite(url, String(headers.location ?? ''));
    }
  }

  async #ask(request: Pick<SiteRequest, 'method' | 'target' | 'headers'> & { origin: string }) {
    const { origin, method, target, headers } = request;
    const {
      accept = 'application/json',
      signal,
      timeout = MINUTE,
      userAgent = 'portal-content',
    } = this.#options;
    const whole = AbortSignal.timeout(ANSWER_TIMEOUT);
    const answer = await this.#dispatcher.request({
      origin,
      path: target,
      method: method as Dispatcher.HttpMethod,
      signal: signal ? AbortSignal.any([signal, whole]) : whole,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      headers: {
        accept,
        'accept-encoding': 'gzip',
        'user-agent': userAgent,
        ...headers,
        ...(isWithin(this.#site, new URL(origin)) && {
          ...credentialsOf(this.#site),
          ...this.#options.headers,
        }),
      },
    });
    this.#wasReached = true;
    return answer;
  }

  /** @throws Failure with the status of the answer */
  async #read({ body, headers, statusCode: status }: Dispatcher.ResponseData): Promise<Buffer> {
    if (Number(headers['content-length']) > this.#mostBytes) {
      body.on('error', () => {}).destroy();
      throw tooLarge(this.#mostBytes);
    }
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of body) {
        length += chunk.length;
        if (length > this.#mostBytes) throw tooLarge(this.#mostBytes);
        chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      const { message, patience } = failureOf(error);
      throw new Failure(message, patience, { status });
    }
    return Buffer.concat(chunks);
  }
}

function headersOf({ headers }: Dispatcher.ResponseData): Headers {
  const there = Object.entries(headers).filter((entry): entry is [string, string | string[]] => {
    return entry[1] !== undefined;
  });
  return Object.fromEntries(there);
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Whether an address is of a site: its own, or the same under https. */
function isWithin(site: URL, url: URL): boolean {
  if (url.origin === site.origin) return true;
  const isUpgrade = site.protocol === 'http:' && url.protocol === 'https:' && !site.port && !url.port;
  return isUpgrade && site.hostname === url.hostname;
}

function sameSite(from: URL, location: string): URL {
  if (!URL.canParse(location, from)) throw new Failure('it is sent on to no address', 'never');
  const to = new URL(location, from);
  if (isWithin(from, to)) return to;
  throw new Failure(
    `it is sent on to another site, ${to.origin}; give that address, if it is the legacy system`,
    'never',
  );
}

/**
 * Headers as they are given on a command line: `Name: value`.
 * @throws NoCapture naming what is no header
 */
export function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers = lines.map((line) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    // The value may be a secret.
    if (!name) throw new NoCapture(`A header is given as "Name: value", not as ${line.split(':')[0]}…`);
    return [name.toLowerCase(), value?.trim() ?? ''] as const;
  });
  return Object.fromEntries(headers);
}

/** Statuses that may be another the next time. */
const PASSING = new Set([408, 425, 429]);

/** Whether the answer may be another the next time. */
const isPassing = (status: number) => status >= 500 || PASSING.has(status);

/** What a status says, and what to do about it. */
function reasonOfStatus(status: number, retryAfter: number | undefined): Failure {
  const advice = status === 401 || status === 403 ? '; --header "Authorization: …" sends credentials' : '';
  const passes = isPassing(status);
  const later =
    retryAfter !== undefined && passes ? `, and asks to wait for ${Math.ceil(retryAfter / 1000)} s` : '';
  return new Failure(`the answer is ${status}${later}${advice}`, passes ? 'long' : 'never', {
    status,
    retryAfter: passes ? retryAfter : undefined,
  });
}

/** Headers by their names in small letters. */
export type Headers = Record<string, string | string[]>;

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};
const isKnown = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);

/** The bytes as they were written, without the coding in which they were sent. @throws Failure when they are not in that */
async function decodedBody(sent: Buffer, headers: Headers, mostBytes: number): Promise<Buffer> {
  const coding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  // To HEAD, and where there is none, an empty body is no compressed one.
  if (coding === 'identity' || sent.length === 0) return sent;
  if (!isKnown(coding)) throw new Failure(`the answer is compressed with ${coding}`, 'never');
  try {
    return await DECODERS[coding](sent, { maxOutputLength: mostBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(mostBytes);
    throw new Failure(`the answer is not ${coding}, as it says: ${(error as Error).message}`, 'brief');
  }
}

/** @throws Failure when an answer is no whole JSON array in UTF-8 */
export function refuseOtherThanList({ headers, body }: { headers: Headers; body: Buffer }): void {
  refuseOtherType(String(headers['content-type'] ?? ''), body);
  if (!isUtf8(body)) throw new Failure('the answer is not in UTF-8', 'brief');
  try {
    elementSlices(body);
  } catch (error) {
    if (!(error instanceof NotAnArray)) throw error;
    throw new Failure(`the answer is no whole list. ${error.message}`, 'brief');
  }
}

function refuseOtherType(contentType: string, body: Buffer): void {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') {
    const begins = JSON.stringify(body.subarray(0, 40).toString('latin1'));
    throw new Failure(
      `the answer is ${type || 'of no type'}, where application/json was expected; it begins with ${begins}`,
      'brief',
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw new Failure(`the answer is in ${charset}, where UTF-8 was expected`, 'brief');
}

/** An answer beyond the limit. */
function tooLarge(mostBytes: number): Failure {
  return new Failure(`the answer has more than ${mostBytes / 1024 ** 2} MB; --max-mb allows more`, 'never');
}
