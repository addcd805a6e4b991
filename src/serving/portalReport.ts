import type { BasePayload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import type { ReadModelState, ReadModelStatus } from '../../endpoints/read-model/index.ts';
import { portalReadModel } from './readModel.ts';

// Payload and Next bundle this module twice; the instance of Payload is the one thing that both share.
const FRONTS = Symbol.for('payload-portal-content.fronts');

type Statuses = () => ReadModelStatus[];
type Carrier = BasePayload & { [FRONTS]?: Statuses };

/** The states, the best one last. */
const STATES: ReadModelState[] = ['loading', 'checkpoint', 'behind', 'live'];

/** Lists that are not loaded yet. */
const NONE: ReadModelStatus = {
  state: 'loading',
  since: 0,
  loaded: false,
  lists: {},
  missing: [],
  failed: [],
};

/** Has {@link portalReport} ask processes of their own that serve the lists, as the server's fronts are. */
export function reportOfFronts(payload: BasePayload, statuses: Statuses): void {
  (payload as Carrier)[FRONTS] = statuses;
}

/**
 * How the lists that visitors get stand: whether every change shows (`state`, `since`), how many elements each list has,
 * what elements lack (`missing`), and which could not be made (`failed`). It includes the saves that have returned.
 *
 * Where fronts serve the lists, it is the report of the one that is furthest behind; `loading` while none has reported.
 * Elsewhere it is that of the read model in this process, which the first call loads.
 * @returns undefined where the plugin is not enabled: nothing is served
 * @throws if a first load fails
 */
export async function portalReport(payload: BasePayload): Promise<ReadModelStatus | undefined> {
  if (!portalOf(payload.config).enabled) return undefined;
  const fronts = (payload as Carrier)[FRONTS];
  if (!fronts) return (await portalReadModel(payload)).status();
  const rank = ({ state }: ReadModelStatus) => STATES.indexOf(state);
  const [worst] = fronts().sort((a, b) => rank(a) - rank(b));
  return worst ?? NONE;
}
