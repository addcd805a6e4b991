import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import { counterOf, gaugeOf } from './registries.ts';

/** The limits that the cms keeps, by the status of its answer. */
const LIMITS = new Map([
  [408, 'body'],
  [411, 'body'],
  [413, 'body'],
  [429, 'sign_in'],
]);

/** Measures a request to the cms. */
export type Measure = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Adds the saves over REST, which are those of the admin too: how many, how they ended, and how long they took; and the limits
 * that the cms keeps.
 *
 * @param isSave whether a request saves content
 */
export function addSaves(registry: Registry, isSave: (request: IncomingMessage) => boolean): Measure {
  const registers = [registry];
  const saves = new Histogram({
    name: 'portal_save_duration_seconds',
    help: 'Saves: until the lists show them and they are answered. outcome: saved, refused (4xx), failed (5xx).',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  for (const outcome of ['saved', 'refused', 'failed']) saves.zero({ outcome });
  const limits = new Counter({
    name: 'portal_limits_hit_total',
    help: 'What a limit has refused.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of LIMITS.values()) limits.inc({ limit }, 0);
  return function measure(request, response) {
    const began = performance.now();
    const isOfSave = isSave(request);
    response.once('finish', () => {
      const { statusCode } = response;
      const limit = LIMITS.get(statusCode);
      if (limit) limits.inc({ limit });
      if (!isOfSave) return;
      const outcome = statusCode < 400 ? 'saved' : statusCode < 500 ? 'refused' : 'failed';
      saves.observe({ outcome }, (performance.now() - began) / 1000);
    });
  };
}

interface Measures {
  name: string;
  delivered: number;
  failed: number;
  failingSeconds: number;
}

/** Adds what is delivered to webhooks. */
export function addWebhooks(registry: Registry, measures: () => Measures[]): void {
  counterOf(
    registry,
    {
      name: 'portal_webhook_deliveries_total',
      help: 'What this server has sent to webhooks. result: delivered, failed.',
      labelNames: ['hook', 'result'],
    },
    () =>
      measures().flatMap(({ name: hook, delivered, failed }) => [
        [{ hook, result: 'delivered' }, delivered] as const,
        [{ hook, result: 'failed' }, failed] as const,
      ]),
  );
  gaugeOf(
    registry,
    {
      name: 'portal_webhook_failing_seconds',
      help: 'How long a webhook has not taken what it is sent; 0 while it takes everything.',
      labelNames: ['hook'],
    },
    () => measures().map(({ name: hook, failingSeconds }) => [{ hook }, failingSeconds] as const),
  );
}
