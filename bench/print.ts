/** One line of the output. */
export interface Figure {
  name: string;
  /** What was measured, written out: `0.98`, `12.3 ms`. */
  value: string;
  /** What it is promised to be, written out. */
  promise: string;
  /** The figures behind it. */
  detail?: string;
}

export function printHeading(title: string): void {
  console.log(`\n${title}`);
}

export function printFigure({ name, value, promise, detail = '' }: Figure): void {
  const columns = [name.padEnd(44), value.padStart(10), `promised ${promise}`.padEnd(15), detail];
  console.log(`  ${columns.join('   ')}`.trimEnd());
}

export function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}

export function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en')} KB`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
