type Step = () => Promise<void> | void;

const steps: Step[] = [];

/** Runs `step` when the test file ends, in reverse order. If a step fails, the others still run. */
export function onFileEnd(step: Step): void {
  steps.push(step);
}

/** Runs the steps of `onFileEnd`. @throws AggregateError with all failures */
export async function cleanUp(): Promise<void> {
  const errors: unknown[] = [];
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'cleaning up after a test file failed');
}
