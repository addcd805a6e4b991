import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import type { ReadModelState, ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { portalReport } from '../../changes/serving.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { type Named, nameOf } from './documents.ts';

interface ServedList {
  /** The slug of its collection. */
  collection: string;
  /** The number of elements served; undefined if it is not known. */
  count: number | undefined;
}

/** A published document that is not served completely. */
interface FlawedDocument extends Named {
  /** The field of the missing embedded document. */
  missing?: string;
  /** Why its element could not be made. */
  reason?: string;
}

export interface Served {
  /** `off`: the lists are not served by this server. `unknown`: the state could not be read. */
  state: ReadModelState | 'off' | 'unknown';
  /** The time when the state began (ISO 8601). */
  since: string | undefined;
  lists: ServedList[];
  flaws: FlawedDocument[];
}

/** Reads the state of the lists that the user may read. */
export async function served(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<Served> {
  const { payload } = req;
  const portal = portalOf(payload.config);
  const none = (state: 'off' | 'unknown') => ({ state, since: 0, lists: {}, failed: [], missing: [] });
  const report = await portalReport(payload).then(
    (found) => found ?? none('off'),
    (error) => {
      payload.logger.error(`The dashboard could not ask how the lists stand. ${describeError(error)}`);
      return none('unknown');
    },
  );
  const counts: Record<string, number | undefined> = report.lists;
  return {
    state: report.state,
    since: report.since > 0 ? new Date(report.since).toISOString() : undefined,
    lists: collections.map(({ slug }) => ({ collection: slug, count: counts[kindOf(portal, slug)] })),
    flaws: await flaws(req, collections, report),
  };
}

async function flaws(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
  { failed, missing }: Pick<ReadModelStatus, 'failed' | 'missing'>,
): Promise<FlawedDocument[]> {
  const portal = portalOf(req.payload.config);
  const all = [
    ...failed.map(({ list, document, reason }) => ({ list, document, reason })),
    ...missing.map(({ list, document, field }) => ({ list, document, missing: field })),
  ];
  const ofCollections = collections.map(async (config) => {
    const own = all.filter(({ list }) => list === kindOf(portal, config.slug));
    if (own.length === 0) return [];
    const { docs } = await req.payload.find({
      collection: config.slug as CollectionSlug,
      depth: 0,
      overrideAccess: true,
      pagination: false,
      req,
      select: { [config.admin.useAsTitle ?? 'id']: true, api_id: true } as never,
      where: { id: { in: own.map(({ document }) => document) } },
    });
    const named = docs as unknown as (Record<string, unknown> & { id: number | string })[];
    return own.map(({ document: id, list: _, ...flaw }): FlawedDocument => {
      const there = named.find((each) => String(each.id) === id) ?? { id };
      return { collection: config.slug, id, title: nameOf(config, there), ...flaw };
    });
  });
  return (await Promise.all(ofCollections)).flat();
}

interface Sentence {
  tone: 'error' | 'success' | 'warning';
  /** `%` stands for the time when the state began. */
  text: Bilingual;
}

const SINCE = bilingual(' Από %.', ' Since %.');
const LAST_RUN = bilingual('την τελευταία λειτουργία', 'the last run');

const STATES: Record<Served['state'], Sentence> = {
  live: {
    tone: 'success',
    text: bilingual('Η πύλη παίρνει ό,τι δημοσιεύεται.', 'The portal gets what is published.'),
  },
  behind: {
    tone: 'warning',
    text: bilingual(
      'Η πύλη ίσως δεν παίρνει τις τελευταίες αλλαγές. Δεν χάνεται τίποτα: θα τις πάρει μόλις αποκατασταθεί η σύνδεση.',
      'The portal may not have the latest changes. Nothing is lost: it will get them once the connection is back.',
    ),
  },
  checkpoint: {
    tone: 'warning',
    text: bilingual(
      'Η πύλη παίρνει ό,τι είχε δημοσιευτεί μέχρι %. Οι νεότερες αλλαγές φορτώνονται.',
      'The portal gets what was published up to %. Later changes are being loaded.',
    ),
  },
  loading: {
    tone: 'error',
    text: bilingual(
      'Η πύλη δεν παίρνει ακόμη τίποτα: οι λίστες φορτώνονται.',
      'The portal gets nothing yet: the lists are being loaded.',
    ),
  },
  off: {
    tone: 'warning',
    text: bilingual(
      'Οι λίστες της πύλης δεν δίνονται από εδώ.',
      'The lists of the portal are not served from here.',
    ),
  },
  unknown: {
    tone: 'error',
    text: bilingual(
      'Δεν είναι γνωστό αν η πύλη παίρνει ό,τι δημοσιεύεται. Ενημερώστε τον διαχειριστή.',
      'It is not known whether the portal is getting what is published. Tell the administrator.',
    ),
  },
};

const TO_EDITORS = bilingual('Η πύλη παίρνει ό,τι δημοσιεύετε.', 'The portal gets what you publish.');

/** The text and the color for the state of the lists. */
export function stateSentence(
  state: Served['state'],
  since: string | undefined,
  isEditor: boolean,
): Sentence {
  const { tone, text } = STATES[state];
  const said = state === 'live' && isEditor ? TO_EDITORS : text;
  const isDated = since !== undefined && (state === 'live' || state === 'behind');
  const inWords = (language: keyof Bilingual) =>
    (said[language] + (isDated ? SINCE[language] : '')).replace('%', since ?? LAST_RUN[language]);
  return { tone, text: bilingual(inWords('el'), inWords('en')) };
}
