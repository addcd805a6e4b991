/** What the benchmark uses of autocannon, which brings no types. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    connections: number;
    headers?: Record<string, string>;
    /** How many requests are sent; `duration` counts if it is not given. */
    amount?: number;
    /** In seconds. */
    duration?: number;
    /** How long a response may take, in seconds. */
    timeout?: number;
    /** A duration ends with such an interval, in milliseconds. */
    sampleInt?: number;
    /** Called for each connection before its first request. */
    setupClient?(client: { pipelinedRequests: { addBody(bytes: Buffer): void } }): void;
  }

  export interface Result {
    /** In seconds. */
    duration: number;
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
