import type { BasePayload } from 'payload';
import type { DocumentChange, ReadModelStatus, Rehearsal } from '../../../endpoints/read-model/index.ts';

// A registered symbol on the Payload instance, because Payload and Next bundle this module twice and share only the instance.
const FRONTS = Symbol.for('payload-portal-content.fronts');

/** Other processes that serve the lists, such as the server's fronts. */
export interface Fronts {
  /** How their lists stand. */
  statuses(): ReadModelStatus[];
  /** See `ReadModel.rehearse`. */
  rehearse(change: DocumentChange): Promise<Rehearsal | undefined>;
}

type Carrier = BasePayload & { [FRONTS]?: Fronts };

/** The lists of this Payload are served by others, who are asked about them. */
export function serveByFronts(payload: BasePayload, fronts: Fronts): void {
  (payload as Carrier)[FRONTS] = fronts;
}

/** Undefined if this process serves the lists itself. */
export function frontsOf(payload: BasePayload): Fronts | undefined {
  return (payload as Carrier)[FRONTS];
}
