import { type FromFrontProcess, PULSE, type ToFrontProcess } from './control.ts';
import { EnvironmentError, readEnvironment } from './env.ts';
import { createFront } from './front.ts';

/** One of several fronts, in a process of its own; the main process says when it does what. */

function send(message: FromFrontProcess): void {
  // Without a main process this one ends, by itself.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

const log = (line: string) => send({ type: 'log', line });

const front = createFront({
  environment: readEnvironment(),
  onLoaded: () => send({ type: 'loaded' }),
  log,
});

async function listen(): Promise<void> {
  try {
    await front.listen();
    send({ type: 'listening' });
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    log(error.message);
    process.exit(1);
  }
}

// A terminal sends these to the whole group: the main process decides when the fronts stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('message', (message: ToFrontProcess) => {
  switch (message.type) {
    case 'cms':
      return front.cms(message.standing);
    case 'listen':
      return void listen();
    case 'keep-checkpoint':
      return front.keepCheckpoint();
    case 'stop':
      return void front.close().then(() => process.exit(0));
  }
});
setInterval(send, PULSE, { type: 'pulse' } satisfies FromFrontProcess);
send({ type: 'started', serving: await front.restore() });
