/** What the benchmark uses of autocannon, which brings no types. Times are in seconds. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    connections: number;
    headers?: Record<string, string>;
    /** How many requests are sent; `duration` counts if it is not given. */
    amount?: number;
    duration?: number;
    timeout?: number;
    /** A duration ends with such an interval, in milliseconds. */
    sampleInt?: number;
    setupClient?(client: { pipelinedRequests: { addBody(bytes: Buffer): void } }): void;
  }
  export interface Result {
    duration: number;
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
