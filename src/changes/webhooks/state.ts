import { createHash } from 'node:crypto';
import type { BasePayload } from 'payload';
import type { ListVersion } from '../../../endpoints/read-model/index.ts';

export type FailureReason = 'status' | 'refused' | 'host' | 'timeout' | 'certificate' | 'broken';

/** Why a receiver has not taken what it was sent. */
interface WebhookFailure {
  reason: FailureReason;
  /** With the reason `status`. */
  status?: number | undefined;
  /** When it began (ISO 8601). */
  since: string;
  attempts: number;
  /** When it is tried again (ISO 8601). */
  retryAt: string;
}

/** What is stored of a webhook, for all servers of the database. */
export interface WebhookState {
  /** What was delivered last, and when (ISO 8601). */
  lists: Record<string, ListVersion & { at: string }>;
  failing?: WebhookFailure | undefined;
}

export interface Webhook {
  url: string;
  /** For logs, metrics and the admin: what follows the host may be a secret. */
  name: string;
  /** Of its state. */
  key: string;
}

/** What the keys of their states begin with. */
const KEYS = 'portal-webhook-';

/** The webhooks of some addresses. */
export function webhooksOf(urls: readonly string[]): Webhook[] {
  const names = urls.map((url) => new URL(url).origin);
  return urls.map((url, at) => {
    const name = names[at] as string;
    const place = names.slice(0, at + 1).filter((each) => each === name).length;
    const digest = createHash('sha256').update(url).digest('hex').slice(0, 32);
    return { url, name: place === 1 ? name : `${name} (${place})`, key: KEYS + digest };
  });
}

export async function readState(payload: BasePayload, key: string): Promise<WebhookState> {
  return (await payload.kv.get<WebhookState & Record<string, unknown>>(key)) ?? { lists: {} };
}

export function writeState(payload: BasePayload, key: string, state: WebhookState): Promise<void> {
  return payload.kv.set(key, { ...state });
}

/**
 * Has everything delivered again: what the database of another time says was delivered is not what receivers have. The time of it
 * is part of the ids, which receivers may know as those of earlier messages otherwise.
 */
export async function deliverAgain(payload: BasePayload): Promise<void> {
  const at = new Date().toISOString();
  for (const key of await payload.kv.keys()) {
    if (!key.startsWith(KEYS)) continue;
    const { lists } = await readState(payload, key);
    const unknown = { etag: '', settings: '', at };
    await writeState(payload, key, {
      lists: Object.fromEntries(Object.keys(lists).map((list) => [list, unknown])),
    });
  }
}

// A registered symbol on the Payload instance, because Payload and Next bundle this module twice and share only the instance.
const WEBHOOKS = Symbol.for('payload-portal-content.webhooks');

type Carrier = BasePayload & { [WEBHOOKS]?: readonly Webhook[] };

/** Notes which webhooks there are, for {@link webhookReports}. */
export function noteWebhooks(payload: BasePayload, webhooks: readonly Webhook[]): void {
  (payload as Carrier)[WEBHOOKS] = webhooks;
}

/** How a webhook stands. */
export interface WebhookReport {
  name: string;
  /** When something was delivered last (ISO 8601); undefined for never. */
  delivered: string | undefined;
  failing: WebhookFailure | undefined;
}

/** How the webhooks of this Payload stand, whichever server delivers. */
export function webhookReports(payload: BasePayload): Promise<WebhookReport[]> {
  const reports = ((payload as Carrier)[WEBHOOKS] ?? []).map(async ({ name, key }) => {
    const { failing, lists } = await readState(payload, key);
    const times = Object.values(lists).map(({ at }) => at);
    return { name, delivered: times.sort().at(-1), failing };
  });
  return Promise.all(reports);
}
