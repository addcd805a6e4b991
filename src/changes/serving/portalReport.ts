import type { BasePayload } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import type { ReadModelState, ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { frontsOf } from './fronts.ts';
import { portalReadModel } from './readModel.ts';

/** The states, worst first. */
const STATES: ReadModelState[] = ['loading', 'checkpoint', 'behind', 'live'];

/** The status before the first load. */
const NONE: ReadModelStatus = {
  state: 'loading',
  since: 0,
  loaded: false,
  lists: {},
  missing: [],
  failed: [],
};

/**
 * The state of the served lists: whether all changes are visible (`state`, `since`), the number of elements per list,
 * documents missing in elements (`missing`), and elements that could not be made (`failed`). Completed saves are included.
 *
 * With fronts, it is the report of the one that is furthest behind, or `loading` until one has reported. Otherwise it is the
 * report of the read model in this process, which the first call loads.
 * @returns undefined if the plugin is not enabled
 * @throws if the first load fails
 */
export async function portalReport(payload: BasePayload): Promise<ReadModelStatus | undefined> {
  if (!portalOf(payload.config).enabled) return undefined;
  const fronts = frontsOf(payload);
  if (!fronts) return (await portalReadModel(payload)).status();
  const rank = ({ state }: ReadModelStatus) => STATES.indexOf(state);
  const [worst] = fronts.statuses().sort((a, b) => rank(a) - rank(b));
  return worst ?? NONE;
}
