/** Of lines that are said within this many milliseconds, the first is printed. */
const SAME_LINE = 10_000;

/** Prints what several processes say at about the same time once. */
export function saidOnce(log: (line: string) => void): (line: string) => void {
  const said = new Map<string, number>();
  return (line) => {
    const now = performance.now();
    for (const [each, at] of said) if (now - at > SAME_LINE) said.delete(each);
    if (said.has(line)) return;
    said.set(line, now);
    log(line);
  };
}
