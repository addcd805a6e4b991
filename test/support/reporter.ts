import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Ends the output with `N passed, N failed`, and under it what this machine lacks, so that nobody takes a run without
 * it for a whole one. With `CI` set, a lack fails the run.
 */
export class LastLine implements Reporter {
  readonly #lacks: string[];

  /** @param lacks what could not be had and what was therefore left out, a sentence each */
  constructor(lacks: string[]) {
    this.#lacks = lacks;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const lines = [summary(modules, errors.length), ...this.#lacks];
    if (this.#lacks.length > 0 && process.env.CI) process.exitCode = 1;
    // at the very end, since vitest itself may still have something to say
    process.once('exit', () => writeSync(1, `\n${lines.join('\n')}\n`));
  }
}

/** A file that could not even be loaded, and an error outside of any test, are failures too. */
function summary(modules: readonly TestModule[], errors: number): string {
  let passed = 0;
  let failed = errors;
  for (const module of modules) {
    if (module.errors().length > 0) failed += 1;
    for (const suite of module.children.allSuites()) failed += suite.errors().length > 0 ? 1 : 0;
    for (const test of module.children.allTests()) {
      if (test.result().state === 'passed') passed += 1;
      if (test.result().state === 'failed') failed += 1;
    }
  }
  return `${passed} passed, ${failed} failed`;
}
