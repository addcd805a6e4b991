type Step = () => Promise<void> | void;

const steps: Step[] = [];

/** Has `step` done when the test file ends, the latest first; a step that fails does not keep the others from running. */
export function onFileEnd(step: Step): void {
  steps.push(step);
}

/** Does what `onFileEnd` was given. @throws AggregateError of everything that failed */
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
