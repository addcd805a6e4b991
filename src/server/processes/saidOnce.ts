import type { Log } from '../../system/logging/log.ts';

/** Milliseconds in which an identical line is not printed again. */
const SAME_LINE = 10_000;

/** Logs a line once if several processes log it at about the same time. */
export function saidOnce(log: Log): Log {
  const said = new Map<string, number>();
  return (line, level) => {
    const now = performance.now();
    for (const [each, at] of said) if (now - at > SAME_LINE) said.delete(each);
    if (said.has(line)) return;
    said.set(line, now);
    log(line, level);
  };
}
