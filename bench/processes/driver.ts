import autocannon from 'autocannon';
import { answering } from './answering.ts';

/** Drives servers from a process of its own. */

interface Drive {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** What every response must have. */
  status: number;
}

/** In milliseconds. */
const SAMPLE = 50;

const methods = {
  /** As many requests as there can be. @returns how many, and how many a second */
  async drive({ url, headers = {}, connections, seconds, status }: Drive) {
    const result = await autocannon({
      url,
      headers,
      connections,
      duration: seconds,
      // It stops at the end of such an interval only.
      sampleInt: SAMPLE,
      timeout: 60,
      // It would make one long string of each body, and be what is measured.
      setupClient: ({ pipelinedRequests }) => {
        pipelinedRequests.addBody = () => {};
      },
    });
    const { [status]: right, ...wrong } = result.statusCodeStats;
    if (!right || Object.keys(wrong).length > 0 || result.errors > 0 || result.timeouts > 0) {
      throw new Error(`${url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
    }
    return { requests: right.count, rate: right.count / result.duration };
  },
};

export type Driver = typeof methods;
answering(methods);
