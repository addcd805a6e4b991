import { createHash, createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type BasePayload, createLocalReq } from 'payload';
import { type Dispatcher, request } from 'undici';
import { portalOf } from '../../../collections/portal/portal.ts';
import { listPath } from '../../../endpoints/http/paths.ts';
import type { ListVersion, ListVersions } from '../../../endpoints/read-model/index.ts';
import { claim, release } from '../../database/counter.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { Trouble } from '../../system/logging/OperatorError.ts';
import { codeOf, failureOf, proxyAgent, retryAfterOf } from '../../system/outbound.ts';
import {
  type FailureReason,
  noteWebhooks,
  readState,
  type Webhook,
  type WebhookState,
  webhooksOf,
  writeState,
} from './state.ts';

/** Milliseconds until a receiver has to have answered. */
const TIMEOUT = 10_000;

interface WebhookMessage {
  url: string;
  /** The same each time that it is sent. */
  id: string;
  body: string;
}

/** Why a message was not taken. */
interface Failure {
  reason: FailureReason;
  status?: number;
  /** The milliseconds that the receiver asks to wait for. */
  retryAfter?: number | undefined;
  /** In words, for the log. */
  message: string;
}

/** The `webhook-signature` of Standard Webhooks: one for each secret, separated by spaces. */
function signatureOf(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ');
}

/** Sends a message once. Any answer of 2xx counts as taken; redirects are not followed. @returns why it was not taken */
async function sendMessage(
  { url, id, body }: WebhookMessage,
  {
    secrets,
    dispatcher,
    signal,
  }: { secrets: readonly string[]; dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Failure | undefined> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const late = AbortSignal.timeout(TIMEOUT);
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      body,
      signal: AbortSignal.any([late, signal]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'portal-content webhook',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secrets, { id, timestamp, body }),
      },
    });
    // Nothing of it is read.
    answer.body.on('error', () => {}).destroy();
    const { statusCode: status } = answer;
    if (status >= 200 && status < 300) return undefined;
    const retryAfter = retryAfterOf(String(answer.headers['retry-after'] ?? ''));
    return { reason: 'status', status, retryAfter, message: `the answer is ${status}` };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { reason: 'timeout', message: `no answer in ${TIMEOUT / 1000} s` };
    return { reason: reasonOf(codeOf(error) ?? ''), message: failureOf(error).message };
  }
}

function reasonOf(code: string): FailureReason {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'host';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  return /CERT|SELF_SIGNED|UNABLE_TO_|TLS/.test(code) ? 'certificate' : 'broken';
}

export interface WebhooksOptions {
  /** Who is told. Their hosts may be in private networks, since an operator has named them. */
  urls: readonly string[];
  /** Each signs what is sent, as `whsec_…`. */
  secrets: readonly string[];
  /** What is served now; undefined while that may lack changes. */
  versions(): ListVersions | undefined;
  /** What is served now, also if that may lack changes; undefined for nothing. */
  served(): ListVersions | undefined;
}

/** What this process has done for a webhook. */
export interface WebhookMeasures {
  name: string;
  delivered: number;
  failed: number;
  /** The seconds since the receiver has begun to fail; 0 while it takes everything. */
  failingSeconds: number;
}

/**
 * Tells webhooks of changed lists. What was delivered last to each is stored, and what differs from that is sent, so that
 * nothing is queued. Of several servers one delivers at a time.
 */
export class Webhooks {
  readonly #hooks: Delivery[];
  readonly #dispatcher: Dispatcher;
  readonly #closing = new AbortController();
  readonly #shown = new Shown();
  readonly #served: WebhooksOptions['served'];

  constructor(payload: BasePayload, options: WebhooksOptions) {
    const webhooks = webhooksOf(options.urls);
    noteWebhooks(payload, webhooks);
    this.#dispatcher = proxyAgent({ connectTimeout: 5000 });
    // All that are sent at once listen to it, which Node would take for a leak.
    setMaxListeners(0, this.#closing.signal);
    this.#served = options.served;
    const [dispatcher, shown, { signal }] = [this.#dispatcher, this.#shown, this.#closing];
    const shared = { ...options, dispatcher, shown, signal };
    this.#hooks = webhooks.map((webhook) => new Delivery(payload, webhook, shared));
  }

  /** Something may have changed: call it after each change, and every second for what has failed. */
  look(): void {
    this.#shown.note(this.#served());
    for (const hook of this.#hooks) hook.look();
  }

  measures(): WebhookMeasures[] {
    return this.#hooks.map((hook) => hook.measures());
  }

  /** Breaks off what is being sent. The next start sends it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#hooks.map((hook) => hook.ended));
    await this.#dispatcher.destroy();
  }
}

/**
 * Milliseconds by which a server may show a list later than another one has delivered it. Receivers purge again after that time.
 * What shows later is delivered again: a cache may have what was served until then.
 */
const LAG = 500;

/** Since when this server serves what it does. */
class Shown {
  /** By the keys of lists: what is served, and since when in milliseconds since 1970; 0 if nothing else is known. */
  readonly #lists = new Map<string, { served: string; since: number }>();

  note(served: ListVersions | undefined): void {
    for (const [list, version] of Object.entries(served ?? {})) {
      const before = this.#lists.get(list);
      const now = JSON.stringify(version);
      if (before?.served !== now) this.#lists.set(list, { served: now, since: before ? Date.now() : 0 });
    }
  }

  /** The lists that are not as they were delivered, or were served as something else afterwards. */
  differing({ lists }: WebhookState, versions: ListVersions): string[] {
    const isDelivered = (list: string, { etag, settings }: ListVersion) => {
      const last = lists[list];
      if (last?.etag !== etag || last.settings !== settings) return false;
      return (this.#lists.get(list)?.since ?? 0) <= Date.parse(last.at) + LAG;
    };
    return Object.entries(versions).flatMap(([list, version]) => (isDelivered(list, version) ? [] : list));
  }
}

/** Milliseconds after which another server delivers if one was killed while it did; and in which one round begins to send. */
const LEASE = { whole: 30_000, sending: 15_000 };

/** Milliseconds until what has failed is tried again: twice as long each time, unless the receiver asks for more. */
const PAUSE = { first: 1000, longest: 60_000, asked: 600_000 };

interface DeliveryOptions extends WebhooksOptions {
  dispatcher: Dispatcher;
  shown: Shown;
  signal: AbortSignal;
}

/** Deliveries to one webhook. */
class Delivery {
  readonly #payload: BasePayload;
  readonly #webhook: Webhook;
  readonly #options: DeliveryOptions;
  readonly #trouble: Trouble;
  /** The stored state as this process knows it. */
  #known: WebhookState | undefined;
  #isRunning = false;
  #counts = { delivered: 0, failed: 0 };
  ended: Promise<void> = Promise.resolve();

  constructor(payload: BasePayload, webhook: Webhook, options: DeliveryOptions) {
    const { logger } = payload;
    this.#payload = payload;
    this.#webhook = webhook;
    this.#options = options;
    this.#trouble = new Trouble(
      (line, level = 'info') => logger[level](line),
      `The webhook ${webhook.name} lacks nothing any more.`,
    );
  }

  look(): void {
    if (this.#isRunning || this.#options.signal.aborted || !this.#isDue()) return;
    this.#isRunning = true;
    this.ended = this.#run()
      .catch((error: unknown) => {
        if (this.#options.signal.aborted) return;
        this.#trouble.begins(
          `What the webhook ${this.#webhook.name} lacks cannot be found out; it is tried again. ${describeError(error)}`,
        );
      })
      .finally(() => {
        this.#isRunning = false;
      });
  }

  measures(): WebhookMeasures {
    const since = this.#known?.failing?.since;
    const failingSeconds = since === undefined ? 0 : (Date.now() - new Date(since).getTime()) / 1000;
    return { name: this.#webhook.name, ...this.#counts, failingSeconds };
  }

  /** Whether something is to be delivered now, as far as this process knows. */
  #isDue(): boolean {
    const { shown, versions } = this.#options;
    const current = versions();
    const known = this.#known;
    if (!current || isPaused(known?.failing)) return false;
    return !known || known.failing !== undefined || shown.differing(known, current).length > 0;
  }

  /** Until nothing is due, or another server delivers. */
  async #run(): Promise<void> {
    const { key } = this.#webhook;
    while (this.#isDue()) {
      if (!(await claim(await createLocalReq({}, this.#payload), key, LEASE.whole))) return;
      try {
        await this.#deliver();
      } finally {
        await release(this.#payload, [key], undefined);
      }
    }
  }

  async #deliver(): Promise<void> {
    const { key, name } = this.#webhook;
    const isFirst = this.#known === undefined;
    const state = await readState(this.#payload, key);
    this.#known = state;
    // A server that has just started tries at once: its operator may have mended something.
    if (!isFirst && isPaused(state.failing)) return;
    const versions = this.#options.versions();
    if (!versions) return;
    const changed = this.#options.shown.differing(state, versions);
    const isNews = changed.length > 0 || state.failing !== undefined;
    const failure = await this.#sendAll(changed, versions, state);
    if (failure) {
      state.failing = failingAfter(state, failure);
      const again = 'What differs is sent again, with growing pauses.';
      this.#trouble.begins(`The webhook ${name} does not take what it is sent: ${failure.message}. ${again}`);
    } else {
      delete state.failing;
    }
    if (isNews) await writeState(this.#payload, key, state);
    if (!failure) this.#trouble.ends();
  }

  /** @returns the first failure */
  async #sendAll(lists: string[], versions: ListVersions, state: WebhookState): Promise<Failure | undefined> {
    const end = Date.now() + LEASE.sending;
    let first: Failure | undefined;
    for (const list of lists) {
      if (Date.now() >= end) break;
      const failure = await this.#send(list, versions[list] as ListVersion, state);
      first ??= failure;
      // What does not answer at all is not waited for again.
      if (failure && failure.status === undefined) break;
    }
    return first;
  }

  async #send(list: string, version: ListVersion, { lists }: WebhookState) {
    const { key, url } = this.#webhook;
    const { etag, settings } = version;
    const { paths, prefixes } = portalOf(this.#payload.config);
    // What the list changes to from here on is sent beside this.
    const at = new Date().toISOString();
    // Whoever sends it again, after a failure or a kill, comes to the same id.
    const source = [key, list, etag, settings, lists[list]?.at].join(' ');
    const id = `msg_${createHash('sha256').update(source).digest('hex').slice(0, 32)}`;
    const data = { list, etag, paths: prefixes.map((prefix) => listPath({ key: list }, { prefix, paths })) };
    const body = JSON.stringify({ type: 'list.changed', timestamp: at, data });
    const failure = await sendMessage({ url, id, body }, this.#options);
    this.#counts[failure ? 'failed' : 'delivered'] += 1;
    if (!failure) lists[list] = { ...version, at };
    return failure;
  }
}

const isPaused = (failing: WebhookState['failing']) =>
  failing !== undefined && new Date(failing.retryAt).getTime() > Date.now();

function failingAfter(
  { failing }: WebhookState,
  { reason, status, retryAfter = 0 }: Failure,
): NonNullable<WebhookState['failing']> {
  const now = Date.now();
  const attempts = (failing?.attempts ?? 0) + 1;
  const own = Math.min(PAUSE.first * 2 ** (attempts - 1), PAUSE.longest);
  const pause = Math.max(own, Math.min(retryAfter, PAUSE.asked));
  return {
    reason,
    ...(status !== undefined && { status }),
    since: failing?.since ?? new Date(now).toISOString(),
    attempts,
    retryAt: new Date(now + pause).toISOString(),
  };
}
