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

/** Without a terminal, a line is printed after this many documents. */
const EVERY = 1000;

function lines(stream: NodeJS.WriteStream): ProgressDisplay {
  let last = '';
  return {
    show({ title, done, total, now }) {
      if (now !== undefined) stream.write(`${title}, ${done + 1} of ${total}: ${now}\n`);
      else if (title !== last) stream.write(total > 1 ? `${title}: ${total}\n` : `${title}\n`);
      else if (done > 0 && done % EVERY === 0) stream.write(`${title}: ${done} of ${total}\n`);
      last = title;
    },
    say(line) {
      stream.write(`${line}\n`);
    },
    stop() {},
  };
}
