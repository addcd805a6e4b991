import { Presets, SingleBar } from 'cli-progress';

interface Step {
  title: string;
  done: number;
  total: number;
  /** The current activity, if it takes long. */
  now?: string | undefined;
}

export interface ProgressDisplay {
  show(step: Step): void;
  /** Prints a permanent line. */
  say(line: string): void;
  stop(): void;
}

/** A progress bar per step on a terminal, otherwise plain lines. */
export function progressDisplay(stream: NodeJS.WriteStream = process.stderr): ProgressDisplay {
  return stream.isTTY ? bars(stream) : lines(stream);
}

function bars(stream: NodeJS.WriteStream): ProgressDisplay {
  let title = '';
  let bar: SingleBar | undefined;
  const stop = () => {
    bar?.stop();
    bar = undefined;
    title = '';
  };
  return {
    show(step) {
      const now = step.now ?? '';
      if (step.title !== title) {
        stop();
        title = step.title;
        const format = '{title} {bar} {value}/{total}, {eta_formatted} left {now}';
        const hasSteps = step.total > 1;
        bar = new SingleBar(
          { format: hasSteps ? format : '{title}', stream, hideCursor: null, etaBuffer: 200 },
          Presets.shades_grey,
        );
        bar.start(step.total, step.done, { title, now });
      }
      bar?.update(step.done, { now });
    },
    say(line) {
      stop();
      stream.write(`${line}\n`);
    },
    stop,
  };
}

/** Without a terminal, a step that takes long prints a line as often, in milliseconds. */
const PRINT_INTERVAL = 10_000;

function lines(stream: NodeJS.WriteStream): ProgressDisplay {
  let last = '';
  let began = { time: 0, done: 0 };
  let printed = 0;
  return {
    show({ title, done, total, now }) {
      const time = Date.now();
      if (title !== last) began = { time, done };
      const left = timeLeft({ elapsed: time - began.time, did: done - began.done, left: total - done });
      if (now !== undefined) stream.write(`${title}, ${done + 1} of ${total}${left}: ${now}\n`);
      else if (title !== last) stream.write(total > 1 ? `${title}: ${total}\n` : `${title}\n`);
      else if (time - printed < PRINT_INTERVAL) return;
      else stream.write(`${title}: ${done} of ${total}${left}\n`);
      last = title;
      printed = time;
    },
    say(line) {
      stream.write(`${line}\n`);
    },
    stop() {},
  };
}

/** Empty before it can be told. */
function timeLeft({ elapsed, did, left }: { elapsed: number; did: number; left: number }): string {
  if (elapsed < PRINT_INTERVAL || did <= 0) return '';
  const seconds = Math.ceil((elapsed / did) * left) / 1000;
  return seconds < 90 ? `, ${Math.ceil(seconds)} s left` : `, ${Math.ceil(seconds / 60)} min left`;
}
