import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Ends the output with `N passed, N failed`, the tests that failed at first, and a list of what is missing on this machine,
 * so that an incomplete run does not look complete. With `CI` set, a missing part fails the run.
 */
export class LastLine implements Reporter {
  readonly #lacks: string[];

  /** @param lacks the missing parts and the omitted tests, a sentence each */
  constructor(lacks: string[]) {
    this.#lacks = lacks;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const lines = [summary(modules, errors.length), ...secondTries(modules), ...this.#lacks];
    if (this.#lacks.length > 0 && process.env.CI) process.exitCode = 1;
    // At the very end, because vitest itself may still print something.
    process.once('exit', () => writeSync(1, `\n${lines.join('\n')}\n`));
  }
}

function secondTries(modules: readonly TestModule[]): string[] {
  return modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `PASSED AT THE SECOND TRY: ${test.fullName}`);
}

/** Files that could not be loaded, and errors outside of tests, are failures too. */
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
