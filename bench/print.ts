import type { Spread } from './statistics.ts';

/** One line of the output: what was measured comes first. */
export interface Figure {
  /** Already written out: `0.98`, `12 ms`. */
  value: string;
  /** The least and the most of all rounds, written out. */
  spread?: string;
  name: string;
  /** The absolute values behind it, for whoever wants to know. */
  detail?: string;
}

const PROGRESS_EVERY = 10_000;
let progressShown = 0;
let lineIsOpen = false;

/** Shows how far the work is: on a terminal in one line that is written over, elsewhere a line every ten seconds. */
export function progress(text: string): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\x1b[K… ${text}`.slice(0, process.stderr.columns));
    lineIsOpen = true;
  } else if (Date.now() - progressShown > PROGRESS_EVERY) {
    process.stderr.write(`… ${text}\n`);
    progressShown = Date.now();
  }
}

function print(line: string): void {
  if (lineIsOpen) process.stderr.write('\r\x1b[K');
  lineIsOpen = false;
  console.log(line);
}

export function printSection(title: string, explanation: string): void {
  print(`\n${title}\n  ${explanation}`);
}

export function printFigure({ value, spread = '', name, detail = '' }: Figure): void {
  print(`  ${value.padStart(9)}  ${spread.padEnd(17)}  ${name.padEnd(54)}  ${detail}`.trimEnd());
}

export function printLine(line: string): void {
  print(line);
}

/** A ratio of rounds as a figure's value and spread. */
export function ratio({ median, least, most }: Spread): Pick<Figure, 'value' | 'spread'> {
  return { value: digits(median), spread: `${digits(least)} .. ${digits(most)}` };
}

export function time({ median, least, most }: Spread): Pick<Figure, 'value' | 'spread'> {
  return { value: ms(median), spread: `${digits(least)} .. ${digits(most)} ms` };
}

export const ms = (milliseconds: number): string => `${digits(milliseconds)} ms`;

/** Three digits or so, however large the number is. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export function bytes(count: number): string {
  if (count < 10_000) return `${count} B`;
  return count < 1_000_000 ? `${Math.round(count / 1000)} KB` : `${(count / 1_000_000).toFixed(1)} MB`;
}
