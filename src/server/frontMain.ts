import type { Registry } from 'prom-client';
import { openLog } from '../system/logging/log.ts';
import { Front } from './front.ts';
import type { FrontSettings } from './fronts.ts';
import { FRONT_SETTINGS, type FromFrontProcess, PULSE, type ToFrontProcess } from './processes/control.ts';

/** The entry point of one of several fronts, a worker of node:cluster. It ends when the main process ends. */

function send(message: FromFrontProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

const settings = JSON.parse(process.env[FRONT_SETTINGS] ?? '') as FrontSettings;
openLog('front', settings.logLevel);
const front = new Front({
  settings,
  onLoaded: () => send({ type: 'loaded' }),
  log: (line, level = 'info') => send({ type: 'log', line, level }),
});

let ofProcess: Registry | undefined;

async function sendMetrics(): Promise<void> {
  const { processRegistry } = await import('../system/metrics/registries.ts');
  ofProcess ??= processRegistry(settings.name);
  const all = await Promise.all([ofProcess.getMetricsAsJSON(), ...(await front.metrics())]);
  send({ type: 'metrics', metrics: all.flat() });
}

// A terminal sends these signals to the whole process group. The main process decides when the fronts stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', (message: ToFrontProcess) => {
  switch (message.type) {
    case 'cms':
      return front.cms(message.status);
    case 'listen':
      return void front.open();
    case 'drain':
      return front.drain();
    case 'metrics':
      return void sendMetrics();
    case 'stop':
      return void front.stop().then(() => process.exit(0));
  }
});
setInterval(send, PULSE, { type: 'pulse' } satisfies FromFrontProcess);
send({ type: 'started', serving: await front.restore() });
