import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from '../migration/index.ts';

/** Shows how far an import is. */
export interface ProgressDisplay {
  show(progress: ImportProgress): void;
  stop(): void;
}

const PHASES: Record<ImportProgress['phase'], string> = {
  reading: 'Reading the captures',
  checking: 'Serving the captures from memory, to check what was found out',
  preparing: 'Preparing documents',
  writing: 'Writing',
};

const stepOf = ({ phase, list }: ImportProgress) => (list ? `${PHASES[phase]} ${list}` : PHASES[phase]);

/** A bar for each step on a terminal, plain lines anywhere else. */
export function progressDisplay(stream: NodeJS.WriteStream = process.stderr): ProgressDisplay {
  return stream.isTTY ? bars(stream) : lines(stream);
}

function bars(stream: NodeJS.WriteStream): ProgressDisplay {
  let title = '';
  let bar: SingleBar | undefined;
  return {
    show(progress) {
      if (stepOf(progress) !== title) {
        bar?.stop();
        title = stepOf(progress);
        const format = '{title} {bar} {value}/{total}, {eta_formatted} left';
        const hasSteps = progress.total > 1;
        bar = new SingleBar(
          { format: hasSteps ? format : '{title}', stream, hideCursor: null, etaBuffer: 200 },
          Presets.shades_grey,
        );
        bar.start(progress.total, progress.done, { title });
      }
      bar?.update(progress.done);
    },
    stop() {
      bar?.stop();
      bar = undefined;
    },
  };
}

/** In a log one line in a thousand documents is enough to see that it goes on. */
const EVERY = 1000;

function lines(stream: NodeJS.WriteStream): ProgressDisplay {
  let title = '';
  return {
    show(progress) {
      const { done, total } = progress;
      if (stepOf(progress) !== title) {
        title = stepOf(progress);
        stream.write(total > 1 ? `${title}: ${total}\n` : `${title}\n`);
      } else if (done > 0 && done % EVERY === 0) {
        stream.write(`${title}: ${done} of ${total}\n`);
      }
    },
    stop() {},
  };
}
