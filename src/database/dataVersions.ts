import type { BasePayload } from 'payload';

/**
 * The version of the stored data, and the release that introduced it. Raise it once for a release with a migration, or with a change
 * that an older release cannot read or would undo, for example a new kind of node for kept HTML.
 */
export const DATA_VERSION = { number: 1, since: '0.2.0' };

/**
 * What migrations cannot do, by the number of the version: it brings the content of the version before up to date. A start that was
 * interrupted runs it again, and two servers may run it at once, so it leaves alone what is done already.
 */
export const STEPS: Readonly<Record<number, (payload: BasePayload) => Promise<void>>> = {};
