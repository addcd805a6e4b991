import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../system/outbound.ts';
import { type Answer, type HttpClient, type RequestOptions, refuseOtherThanList } from './HttpClient.ts';
import { isSameList } from './otherRequests.ts';

/** Headers by which caches name themselves: `Cache-Status` (RFC 9211), `X-Cache`, `CF-Cache-Status`, … */
const OF_CACHES = /(?:^|-)cache(?:-status)?$|^x-varnish$/;

/**
 * For how many seconds caches may go on giving an answer (RFC 9111, 4.2): Infinity where it is not said; undefined where nothing says
 * that it is a cache's. Django's cache goes on saying the whole `max-age`, and before version 5 only its `Expires` comes nearer.
 */
export function timeInCaches({ headers, time }: Pick<Answer, 'headers' | 'time'>): number | undefined {
  const text = (name: string) => String(headers[name] ?? '').toLowerCase();
  const directive = (name: string) => {
    const [, seconds] = new RegExp(`(?:^|[\\s,])${name}="?(\\d+)`).exec(text('cache-control')) ?? [];
    return seconds === undefined ? undefined : Number(seconds);
  };
  const sent = Date.parse(text('date'));
  const until = (Date.parse(text('expires')) - (Number.isNaN(sent) ? time.getTime() : sent)) / 1000;
  const age = 'age' in headers ? Number(text('age')) || 0 : undefined;
  const maxAge = directive('max-age');
  // Without `Age` the time that has passed shows in `Expires` alone; with it, in both.
  const own = maxAge === undefined ? until : age === undefined && until < maxAge ? until : maxAge;
  const isKept = !/no-store|no-cache/.test(text('cache-control'));
  const life = isKept ? (directive('s-maxage') ?? own) : 0;
  const isNamed = Object.keys(headers).some((name) => OF_CACHES.test(name));
  if (age === undefined && !(life > 0) && !isNamed) return undefined;
  return life > 0 && life >= (age ?? 0) ? life - (age ?? 0) : Number.POSITIVE_INFINITY;
}

/** Longer than this no cache is waited for, in seconds. */
const MAX_WAIT = 600;

/** Asks for lists as they are now, whatever caches stand before them. */
export class PastCaches {
  /** Answers that may be a cache's, by their files, and whether they were asked for past it. */
  readonly answers = new Map<string, boolean>();
  /** Whether the system is known to give the same list with a parameter that it does not know. */
  ignoresParameters: boolean;
  readonly #client: HttpClient;
  readonly #options: RequestOptions;

  constructor(client: HttpClient, options: RequestOptions, ignoresParameters: boolean) {
    this.#client = client;
    this.#options = options;
    this.ignoresParameters = ignoresParameters;
  }

  /** Those that could not be asked for past a cache. */
  get unsure(): string[] {
    return [...this.answers].filter(([, isPast]) => !isPast).map(([file]) => file);
  }

  /** @throws Failure saying why it did not come */
  async get(file: string, url: URL): Promise<Answer> {
    const answer = await this.#client.get(url, refuseOtherThanList);
    const left = timeInCaches(answer);
    if (left === undefined) return answer;
    const other = await this.#withParameter(url);
    const isSame = other !== undefined && isSameList(other, answer.body);
    if (isSame) this.ignoresParameters = true;
    const isPast = isSame || (other !== undefined && this.ignoresParameters);
    this.answers.set(file, isPast || left <= MAX_WAIT);
    if (isPast) return isSame ? answer : { ...other, url: answer.url };
    if (left > MAX_WAIT) return answer;
    this.#options.onRetry?.(url.href, 'the answer may be a cache’s', left * 1000);
    await sleep(left * 1000 + 1000, undefined, { signal: this.#options.signal });
    const later = await this.#client.get(url, refuseOtherThanList);
    if (other && isSameList(other, later.body)) this.ignoresParameters = true;
    return later;
  }

  /** The answer to an address that no cache has; undefined where it is no list, or a cache's all the same. */
  async #withParameter(url: URL): Promise<Answer | undefined> {
    const other = new URL(url);
    other.searchParams.append('_', String(Date.now()));
    try {
      const answer = await this.#client.get(other, refuseOtherThanList);
      return Number(answer.headers.age ?? 0) > 0 ? undefined : answer;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return undefined;
    }
  }
}
