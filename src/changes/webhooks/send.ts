import { createHmac } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { codeOf, failureOf, retryAfterOf } from '../../system/outbound/index.ts';
import type { FailureReason } from './state.ts';

/** Milliseconds until a receiver has to have answered. */
const TIMEOUT = 10_000;

export interface WebhookMessage {
  url: string;
  /** The same each time that it is sent. */
  id: string;
  body: string;
}

export type WebhookOutcome =
  | { is: 'delivered' }
  | {
      is: 'failed';
      reason: FailureReason;
      status?: number;
      /** The milliseconds that the receiver asks to wait for. */
      retryAfter?: number | undefined;
      /** In words, for the log. */
      message: string;
    };

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

/** Sends a message once. Any answer of 2xx counts as taken; redirects are not followed. */
export async function sendMessage(
  { url, id, body }: WebhookMessage,
  {
    secrets,
    dispatcher,
    signal,
  }: { secrets: readonly string[]; dispatcher: Dispatcher; signal: AbortSignal },
): Promise<WebhookOutcome> {
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
    if (status >= 200 && status < 300) return { is: 'delivered' };
    const retryAfter = retryAfterOf(String(answer.headers['retry-after'] ?? ''));
    return { is: 'failed', reason: 'status', status, retryAfter, message: `the answer is ${status}` };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { is: 'failed', reason: 'timeout', message: `no answer in ${TIMEOUT / 1000} s` };
    return { is: 'failed', reason: reasonOf(codeOf(error) ?? ''), message: failureOf(error).message };
  }
}

function reasonOf(code: string): FailureReason {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'host';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  return /CERT|SELF_SIGNED|UNABLE_TO_|TLS/.test(code) ? 'certificate' : 'broken';
}
