import type { ChildProcess } from 'node:child_process';

/** What a process prints, on either of its streams. */
export interface Printed {
  /** Everything so far. */
  output(): string;
  /**
   * Resolves with the first match once there is one.
   *
   * @param within milliseconds @throws Error with all the output when the process ends, or the time is over, without one
   */
  printed(wanted: RegExp, within?: number): Promise<RegExpExecArray>;
}

/** Reads what a process prints. @param onText is handed every piece of it as it arrives */
export function readOutput(child: ChildProcess, onText?: (text: string) => void): Printed {
  let output = '';
  const looks = new Set<() => void>();
  const look = (): void => {
    for (const each of looks) each();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onText?.(text);
      look();
    });
  }
  let ended = false;
  child.once('close', () => {
    ended = true;
    look();
  });

  return {
    output: () => output,
    printed: (wanted, within = 60_000) =>
      new Promise((resolve, reject) => {
        const giveUp = (why: string): void => {
          settle();
          reject(new Error(`${why} before ${wanted} was printed:\n${output}`));
        };
        const late = setTimeout(giveUp, within, `${within / 1000} s were over`);
        const settle = (): void => {
          clearTimeout(late);
          looks.delete(lookOnce);
        };
        const lookOnce = (): void => {
          const match = wanted.exec(output);
          if (match) {
            settle();
            resolve(match);
          } else if (ended) giveUp('the process ended');
        };
        looks.add(lookOnce);
        lookOnce();
      }),
  };
}
