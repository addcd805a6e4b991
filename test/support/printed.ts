import type { ChildProcess } from 'node:child_process';

/** The output of a process, from both streams. */
export interface Printed {
  /** Of a record of the server's log, its message. */
  output(): string;
  /** All of it, as it was written. */
  written(): string;
  /**
   * Resolves with the first match.
   *
   * @param within milliseconds @throws Error with all output if the process ends, or the time is over, before a match
   */
  printed(wanted: RegExp, within?: number): Promise<RegExpExecArray>;
}

/** The message of a record of the log; any other line as it is. */
function messageOf(line: string): string {
  return line.startsWith('{"level":') ? (JSON.parse(line) as { msg: string }).msg : line;
}

/** Reads the output of a process. @param onText called with each piece as it arrives */
export function readOutput(child: ChildProcess, onText?: (text: string) => void): Printed {
  let written = '';
  let output = '';
  const looks = new Set<() => void>();
  const look = (): void => {
    for (const each of looks) each();
  };
  for (const stream of [child.stdout, child.stderr]) {
    let unfinished = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const lines = (unfinished + text).split('\n');
      // A record is read when it is whole. Any other text is there at once.
      unfinished = lines.at(-1)?.startsWith('{') ? (lines.pop() ?? '') : '';
      output += lines.map(messageOf).join('\n') + (unfinished && lines.length > 0 ? '\n' : '');
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
    written: () => written,
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
