import autocannon, { type Options } from 'autocannon';

/** Sends requests from a process of its own: each message is a load, and is answered when it has been driven. */

export interface Load extends Options {
  /** What every response must have. */
  status: number;
}

/** What came of a {@link Load}. */
export interface Driven {
  /** Answered requests per second. */
  rate: number;
  /** What failed, if anything did. */
  error?: string;
}

async function drive({ status, ...options }: Load): Promise<Driven> {
  const { duration, errors, timeouts, statusCodeStats } = await autocannon({
    ...options,
    timeout: 60,
    sampleInt: 50,
    // It would make one long string of each body.
    setupClient: ({ pipelinedRequests }) => {
      pipelinedRequests.addBody = () => {};
    },
  });
  const { [status]: right, ...wrong } = statusCodeStats;
  const isRight = right && Object.keys(wrong).length === 0 && errors === 0 && timeouts === 0;
  if (isRight) return { rate: right.count / duration };
  return {
    rate: 0,
    error: `${options.url}: ${JSON.stringify(statusCodeStats)}, ${errors + timeouts} errors`,
  };
}

process.on('message', async (load: Load) => process.send?.(await drive(load)));
