type Step = () => Promise<void> | void;

const steps: Step[] = [];
const witnesses: (() => Promise<string>)[] = [];

/** Runs `step` when the test file ends, in reverse order. If a step fails, the others still run. */
export function onFileEnd(step: Step): void {
  steps.push(step);
}

/** Adds what `tell` gives to the output of each test of this file that fails: what a page shows, for example. */
export function onTestFailure(tell: () => Promise<string>): void {
  witnesses.push(tell);
}

export async function tellFailure(name: string): Promise<void> {
  for (const tell of witnesses) console.error(`${name}: ${await tell().catch(String)}`);
}

/** Runs the steps of `onFileEnd`. @throws AggregateError with all failures */
export async function cleanUp(): Promise<void> {
  const errors: unknown[] = [];
  witnesses.length = 0;
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'cleaning up after a test file failed');
}
