import { type Kind, type List, lists as portalLists } from '../../../endpoints/lists/index.ts';
import { defaultResponse } from '../../capture/folder.ts';
import { notAsCaptured } from '../../capture/manifest.ts';
import { OperatorError } from '../../system/logging/OperatorError.ts';
import type { Captured } from './captured.ts';
import type { ElementName, ImportedDocument, StoredState } from './stored.ts';

/**
 * What can be wrong with a capture and still be meant: a list without a file, an empty one, one that is far shorter than what is
 * here, a capture that is older than the last one, one from the future, another portal.
 */
export const DOUBTS = ['missing', 'empty', 'shrunk', 'older', 'future', 'foreign'] as const;

export type DoubtKind = (typeof DOUBTS)[number];

/** A reason not to import a capture. */
export interface Doubt {
  /** By which it can be allowed; null for what never can. */
  kind: DoubtKind | null;
  what: string;
  remedy: string;
}

/** A capture that is not imported, with all the reasons. */
export class DoubtfulCapture extends OperatorError {
  override readonly name = 'DoubtfulCapture';
  readonly doubts: readonly Doubt[];

  constructor(folder: string, doubts: readonly Doubt[]) {
    const lines = doubts.map(({ what, remedy }) => `  ${what}; ${remedy}.`);
    super([`Nothing is imported from ${folder}:`, ...lines].join('\n'));
    this.doubts = doubts;
  }
}

/**
 * Says everything that is wrong with a capture, beside what is here.
 * @param gone what would be taken out of publication, and out of its list, which others still show
 */
export function doubtsOf(captured: Captured, here: StoredState, gone: Gone): Doubt[] {
  return [
    ...broken(captured.capture),
    ...missing(captured),
    ...captured.lists.flatMap((list) => lost(list, captured, here, gone)),
    ...future(captured.capture),
    ...older(captured.capture, here),
    ...foreign(captured, here),
  ];
}

interface Gone {
  withdrawn: readonly ImportedDocument[];
  unlisted: readonly ImportedDocument[];
}

const doubt = (kind: DoubtKind, what: string, remedy: string, effect: string): Doubt => ({
  kind,
  what,
  remedy: `${remedy}, or add --allow ${kind}, which ${effect}`,
});

const AGAIN = 'capture it again';

/** What says nothing for sure: nobody can allow it. */
function broken({ folder, unreadable, others }: Captured['capture']): Doubt[] {
  const files = new Set(unreadable.map(({ file }) => file));
  const changed = others.filter((each) => !isLost(each) && !files.has(each.file));
  return [
    ...unreadable.map(({ file, reason }) => ({
      kind: null,
      what: `${file} cannot be read: ${reason}`,
      remedy: AGAIN,
    })),
    ...(changed.length > 0 ? [{ kind: null, ...notAsCaptured(folder, changed) }] : []),
  ];
}

const isLost = ({ file, what }: Captured['capture']['others'][number]) =>
  what === 'is missing' && !file.startsWith('media/');

function missing({ capture, states }: Captured): Doubt[] {
  const lists = Object.entries(capture.missing).filter(([list]) => states[list] === 'absent');
  const own = lists.filter(([key]) => !portalLists.some((list) => list.key === key)).map(([, file]) => file);
  const never =
    ', or say in the lists of your config that the legacy system never had it: { list, capture: false }';
  const files = [...lists.map(([, file]) => file), ...capture.others.filter(isLost).map(({ file }) => file)];
  return [
    ...capture.misnamed.map(({ file, list, expected }) =>
      doubt(
        'missing',
        `${file} is named almost as a capture of ${list}`,
        `rename it (${expected}, or the same with .ordering=VALUE) or take it away`,
        'passes over it',
      ),
    ),
    ...[...new Set(files)].map((file) =>
      doubt(
        'missing',
        `${file} is missing`,
        own.includes(file) ? AGAIN + never : AGAIN,
        'leaves what is here as it is',
      ),
    ),
  ];
}

/** How much of a list has to be there still for a capture to be believed: an outage may give a part of it. */
const MIN_SHARE = 0.8;

function lost(list: List, captured: Captured, here: StoredState, { withdrawn, unlisted }: Gone): Doubt[] {
  if (captured.states[list.key] !== 'read') return [];
  const before = here.documents.filter(
    ({ kind, base, id, trashed }) =>
      kind === list.key && base?.listed && !base.withdrawn && id !== undefined && !trashed,
  ).length;
  const now = defaultResponse(captured.capture, list.key)?.count ?? 0;
  const gone = withdrawn.filter(({ kind }) => kind === list.key).length;
  if (Math.min(now, before - gone) >= before * MIN_SHARE) return [];
  const left = unlisted.filter(({ kind }) => kind === list.key).length;
  const effects = [
    ...(gone > 0 ? [`takes ${gone} of it out of publication`] : []),
    ...(left > 0 ? [`takes ${left} of it out of the list, which other elements still show`] : []),
  ];
  const effect = effects.join(' and ') || 'leaves what is here as it is';
  const there = `${before} of earlier imports are here`;
  return now === 0
    ? [doubt('empty', `${list.key} is empty in the capture, and ${there}`, AGAIN, effect)]
    : [
        doubt(
          'shrunk',
          `${list.key} has ${now} elements in the capture, and ${there}`,
          `${AGAIN}, delete in the admin what is gone for good`,
          effect,
        ),
      ];
}

/** Milliseconds by which the clocks of two machines may differ. */
const MAX_CLOCK_SKEW = 5 * 60_000;

const isFuture = (time: string) => Date.parse(time) > Date.now() + MAX_CLOCK_SKEW;

/** Captures are compared by their times. */
function future({ capturedAt }: Captured['capture']): Doubt[] {
  if (capturedAt === undefined || !isFuture(capturedAt)) return [];
  const what = `The capture says that it was made at ${capturedAt}, which is in the future: a clock is wrong, of the machine that captured or of this one`;
  return [doubt('future', what, `set it right and ${AGAIN}`, 'makes the next capture an older one')];
}

function older({ capturedAt }: Captured['capture'], { lastCapture }: StoredState): Doubt[] {
  if (capturedAt === undefined || lastCapture === undefined || capturedAt >= lastCapture) return [];
  const clock = isFuture(lastCapture) ? ', which is in the future: a clock was wrong then, or is now' : '';
  const what = `The capture is of ${capturedAt}, and one of ${lastCapture} has been imported${clock}`;
  return [doubt('older', what, AGAIN, 'takes back what has changed in between')];
}

function foreign(captured: Captured, here: StoredState): Doubt[] {
  const what = whyForeign(captured, here);
  const remedy = 'name another database (DATABASE_URI), as for the made-up portal of a first start';
  return what === undefined ? [] : [doubt('foreign', what, remedy, 'mixes both')];
}

/** An id that means one thing here and another one in the capture. */
interface Stranger {
  list: Kind;
  apiId: number;
  here: string;
  source: string;
}

/** With fewer ids in common than this, nothing can be told: a few elements may have been renamed altogether. */
const MIN_COMMON_IDS = 4;

/**
 * Why the database seems to hold another portal: where fewer than half of the ids that it shares with the capture have the same
 * slug or title. An element that was edited keeps one of them, as a rule; and one that has not changed in the source is its
 * own, whatever editors have made of it.
 */
function whyForeign({ documents, lists }: Captured, here: StoredState): string | undefined {
  const strangers: Stranger[] = [];
  let common = 0;
  const imported = new Set(
    here.documents.map(({ key, base }) => `${key.slice(0, key.lastIndexOf(':'))} ${base?.digest}`),
  );
  const takenBack = new Set(
    here.documents.filter(({ trashed, base }) => trashed && !base).map(({ kind, id }) => `${kind} ${id}`),
  );
  for (const { key } of lists) {
    const own = [...(here.named[key] ?? [])].filter(([id]) => !takenBack.has(`${key} ${id}`));
    const named = groupById(own.map(([, each]) => each));
    const captured = [...documents.values()].filter(({ kind }) => kind === key);
    const same = new Set(
      captured
        .filter(({ document, digest }) => imported.has(`${key}:${document.api_id} ${digest}`))
        .map(({ document }) => document.api_id),
    );
    const source = groupById(captured.map(({ document }) => document as unknown as ElementName));
    for (const [apiId, elements] of source) {
      const there = named.get(apiId);
      if (!there) continue;
      common++;
      if (same.has(apiId) || there.some((one) => elements.some((other) => isAlike(one, other)))) continue;
      strangers.push({ list: key, apiId, here: nameOf(there), source: nameOf(elements) });
    }
  }
  const [first] = strangers;
  const alike = common - strangers.length;
  if (!first || common < MIN_COMMON_IDS || alike * 2 >= common) return undefined;
  return (
    `The database holds another portal than this capture: of ${common} ids that both have, ${alike} have the same slug or ` +
    `title (${first.list} ${first.apiId} is «${first.here}» here, and «${first.source}» in the capture)`
  );
}

/** Those that have a slug or a title: what an import has only begun to write has neither yet. */
function groupById(all: Iterable<ElementName>): Map<number, ElementName[]> {
  const groups = new Map<number, ElementName[]>();
  for (const each of all) {
    if (!each.slug && !each.title) continue;
    groups.set(each.api_id, [...(groups.get(each.api_id) ?? []), each]);
  }
  return groups;
}

const isAlike = (one: ElementName, other: ElementName) =>
  (Boolean(one.slug) && one.slug === other.slug) || (Boolean(one.title) && one.title === other.title);

const nameOf = ([first]: ElementName[]) => String(first?.title || first?.slug);
