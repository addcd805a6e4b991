import type { Change } from '../../endpoints/read-model/index.ts';

/** What the cms tells the front, over the channel between parent and child process. */
export type FromCms =
  /** The database is open: documents may be asked for. */
  | { type: 'source' }
  /** A part of a load; the next comes when it is asked for. */
  | { type: 'batch'; load: number; changes: Change[]; last: boolean }
  | { type: 'load-failed'; load: number; message: string }
  /** Committed changes; the save that made them waits for the acknowledgement. */
  | { type: 'changes'; number: number; changes: Change[] }
  /** The admin and REST answer on the socket that the front named. */
  | { type: 'listening' }
  /** The first start has made the sample portal and this user. */
  | { type: 'first-admin'; email: string; password: string }
  /** The cms ends because of something only an operator can put right. */
  | { type: 'misconfigured'; message: string };

/** What the front tells the cms. */
export type ToCms =
  | { type: 'next'; load: number }
  | { type: 'end-load'; load: number }
  | { type: 'acknowledge'; number: number }
  | { type: 'stop' };

/** The exit status of a cms that an operator must put right: EX_CONFIG of sysexits.h. */
export const MISCONFIGURED = 78;

/** How the front tells the cms where to listen, and that this start is the first. */
export const CMS_SOCKET = 'PORTAL_CMS_SOCKET';
export const CMS_FIRST_START = 'PORTAL_CMS_FIRST_START';

/** Characters of text that one message may carry: the receiver's readers wait while it is read. */
const MESSAGE_SIZE = 256 * 1024;

function weight(change: Change): number {
  if (!('document' in change) || !change.document) return 100;
  let size = 100;
  for (const value of Object.values(change.document)) {
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) size += 100 * value.length;
  }
  return size;
}

/** Cuts changes into messages of a size that nobody waits long for; their order stays. */
export function* inMessages(changes: Change[]): Generator<Change[]> {
  let message: Change[] = [];
  let size = 0;
  for (const change of changes) {
    const more = weight(change);
    if (message.length > 0 && size + more > MESSAGE_SIZE) {
      yield message;
      message = [];
      size = 0;
    }
    message.push(change);
    size += more;
  }
  if (message.length > 0) yield message;
}
