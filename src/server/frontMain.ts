import { logConsole } from '../logging/log.ts';
import { Front } from './front.ts';
import { FRONT_SETTINGS, type FromFrontProcess, PULSE, type ToFrontProcess } from './processes/control.ts';

/** The entry point of one of several fronts, a worker of node:cluster. It ends when the main process ends. */

function send(message: FromFrontProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

logConsole();
const front = new Front({
  settings: JSON.parse(process.env[FRONT_SETTINGS] ?? ''),
  onLoaded: () => send({ type: 'loaded' }),
  log: (line) => send({ type: 'log', line }),
});

// A terminal sends these signals to the whole process group. The main process decides when the fronts stop.
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
