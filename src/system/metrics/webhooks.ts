import type { Registry } from 'prom-client';
import { counterOf, gaugeOf } from './registries.ts';

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
