import type { Socket } from 'node:net';
import { logConsole } from '../logging/log.ts';
import { Front } from './front.ts';
import { FRONT_SETTINGS, type FromFrontProcess, PULSE, type ToFrontProcess } from './processes/control.ts';

/** One of several fronts, in a process of its own; the main process says when it does what. */

function send(message: FromFrontProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

logConsole();
const front = new Front({
  settings: JSON.parse(process.env[FRONT_SETTINGS] ?? ''),
  // The main process accepts.
  address: { host: undefined, port: 0 },
  onLoaded: () => send({ type: 'loaded' }),
  log: (line) => send({ type: 'log', line }),
});

// A terminal sends these to the whole group: the main process decides when the fronts stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Nobody gives it connections any more, nor says how the cms stands.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToFrontProcess, connection?: Socket) => {
  switch (message.type) {
    case 'cms':
      return front.cms(message.standing);
    case 'connection':
      // None, where the client has closed it on the way.
      return connection && front.take(connection);
    case 'keep-checkpoint':
      return front.keepCheckpoint();
    case 'stop':
      return void front.stop().then(() => process.exit(0));
  }
});
front.beginToTake();
setInterval(send, PULSE, { type: 'pulse' } satisfies FromFrontProcess);
send({ type: 'started', serving: await front.restore() });
