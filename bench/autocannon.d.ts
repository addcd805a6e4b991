/** What the benchmark uses of autocannon, which brings no types. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    headers?: Record<string, string>;
    /** In seconds. */
    timeout?: number;
    /** In milliseconds. */
    sampleInt?: number;
    /** Told of each connection before its first request. */
    setupClient?(client: { pipelinedRequests: { addBody(bytes: Buffer): void } }): void;
  }

  export interface Result {
    /** How long it took, in seconds. */
    duration: number;
    requests: { total: number };
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
