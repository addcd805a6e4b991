import { logConsole } from '../logging/log.ts';
import { Front } from './front.ts';
import { FRONT_SETTINGS, type FromFrontProcess, PULSE, type ToFrontProcess } from './processes/control.ts';

/** One of several fronts, a worker of node:cluster; it ends when the main process does. */

function send(message: FromFrontProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

logConsole();
const front = new Front({
  settings: JSON.parse(process.env[FRONT_SETTINGS] ?? ''),
  onLoaded: () => send({ type: 'loaded' }),
  log: (line) => send({ type: 'log', line }),
});

// A terminal sends these to the whole group: the main process decides when the fronts stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', (message: ToFrontProcess) => {
  switch (message.type) {
    case 'cms':
      return front.cms(message.standing);
    case 'listen':
      return void front.open();
    case 'stop':
      return void front.stop().then(() => process.exit(0));
  }
});
setInterval(send, PULSE, { type: 'pulse' } satisfies FromFrontProcess);
send({ type: 'started', serving: await front.restore() });
