import type { Registry } from 'prom-client';
import type { ReadModel } from '../../../endpoints/read-model/index.ts';
import type { FrontCounts } from './FrontCounts.ts';
import { counterOf, gaugeOf, oneOf } from './registries.ts';

const STATES = ['live', 'behind', 'checkpoint', 'loading'] as const;

/** Adds what the front knows: how its lists stand, and what it has answered and refused. */
export function addFront(
  registry: Registry,
  { counts, readModel }: { counts: FrontCounts; readModel: Pick<ReadModel, 'orderings' | 'status'> },
): void {
  addLists(registry, readModel);
  addCounts(registry, counts);
  counterOf(
    registry,
    { name: 'portal_orderings_total', help: 'Orderings that had to be made first.', labelNames: ['result'] },
    () => Object.entries(readModel.orderings()).map(([result, value]) => [{ result }, value]),
  );
}

function addCounts(registry: Registry, counts: FrontCounts): void {
  const reads = () =>
    [...counts.reads].flatMap(([list, of]) => [...of].map((each) => [list, ...each] as const));
  const labelNames = ['list', 'status'] as const;
  counterOf(registry, { name: 'portal_reads_total', help: 'Answered requests for lists.', labelNames }, () =>
    reads().map(([list, status, { requests }]) => [{ list, status }, requests]),
  );
  counterOf(registry, { name: 'portal_read_bytes_total', help: 'Bytes of their bodies.', labelNames }, () =>
    reads().map(([list, status, { bytes }]) => [{ list, status }, bytes]),
  );
  counterOf(
    registry,
    { name: 'portal_limits_hit_total', help: 'What a limit has refused.', labelNames: ['limit'] },
    () => [...counts.limits].map(([limit, value]) => [{ limit }, value]),
  );
  counterOf(
    registry,
    { name: 'portal_proxy_errors_total', help: 'Requests that the cms has not answered to their end.' },
    () => [[{}, counts.proxyErrors]],
  );
}

function addLists(registry: Registry, { status }: Pick<ReadModel, 'status'>): void {
  gaugeOf(
    registry,
    { name: 'portal_lists_state', help: 'The state of the lists, as in /readyz: 1.', labelNames: ['state'] },
    () => oneOf(STATES, status().state),
  );
  gaugeOf(
    registry,
    { name: 'portal_lists_age_seconds', help: 'Seconds since the lists were last known to be current.' },
    () => {
      const { state, since } = status();
      return [[{}, state === 'live' ? 0 : (Date.now() - since) / 1000]];
    },
  );
  gaugeOf(registry, { name: 'portal_list_elements', help: 'Elements of a list.', labelNames: ['list'] }, () =>
    Object.entries(status().lists).map(([list, count]) => [{ list }, count]),
  );
  gaugeOf(
    registry,
    {
      name: 'portal_list_problems',
      help: 'What /readyz names: missing documents, and elements that could not be made.',
      labelNames: ['problem'],
    },
    () => {
      const { missing, failed } = status();
      return [
        [{ problem: 'missing' }, missing.length],
        [{ problem: 'failed' }, failed.length],
      ];
    },
  );
}
