import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The metrics of one process, as those of the cms travel to the main process. */
export type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/**
 * A registry with what prom-client measures of a process: its event loop, memory, processor time, descriptors.
 *
 * @param process the label of all its metrics
 */
export function processRegistry(process: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** The values of a metric by their labels. */
type Values = Iterable<readonly [labels: Record<string, string | number>, value: number]>;

interface MetricOptions<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
}

/** A gauge whose values are read when the metrics are asked for. */
export function gaugeOf<Label extends string>(
  registry: Registry,
  { labelNames = [], ...options }: MetricOptions<Label>,
  values: () => Values,
): void {
  new Gauge({
    ...options,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      // Where there are no labels, that has set 0, which would be a time or a count.
      if (labelNames.length === 0) this.remove();
      for (const [labels, value] of values()) this.set(labels as never, value);
    },
  });
}

/** The same of a counter: of what something else has counted. */
export function counterOf<Label extends string>(
  registry: Registry,
  { labelNames = [], ...options }: MetricOptions<Label>,
  values: () => Values,
): void {
  new Counter({
    ...options,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of values()) this.inc(labels as never, value);
    },
  });
}

/** One of several states: 1 for the current one, 0 for the others. */
export function oneOf<State extends string>(states: readonly State[], current: State): Values {
  return states.map((state) => [{ state }, state === current ? 1 : 0] as const);
}
