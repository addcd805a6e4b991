import { Presets, SingleBar } from 'cli-progress';

/** How far a step of long work is. */
interface Step {
  title: string;
  done: number;
  total: number;
  /** What is being done now, where that takes long. */
  now?: string | undefined;
}

/** Shows how far long work is. */
export interface ProgressDisplay {
  show(step: Step): void;
  /** A line that stays. */
  say(line: string): void;
  stop(): void;
}

/** A bar for each step on a terminal, plain lines anywhere else. */
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

/** In a log one line in a thousand documents is enough to see that it goes on. */
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
