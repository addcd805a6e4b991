import { getTranslation } from '@payloadcms/translations';
import { type CollectionSlug, type Endpoint, Forbidden, NotFound, type PayloadRequest } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { labelOf } from '../../../collections/save/fieldErrors.ts';
import { translate } from '../../payload/i18n/bilingual.ts';
import { documentIdIn } from '../documentId.ts';
import { contentOf } from './documents/contentOf.ts';
import { type CheckedDocument, findingsOf, listOf } from './documents/findingsOf.ts';
import { CHECKS, type Check, type Finding, MAX_FINDINGS, numbered, placesOf } from './rules/index.ts';
import { readCheckSettings } from './settings.ts';
import { newestForLists, notIn, shownNow } from './stopAtErrors.ts';

type Data = Record<string, unknown> & { id: number | string };

/** A finding in the newest version of a document, in the language of the request. */
interface ShownFinding {
  check: Check;
  /** The path of the field in the form. */
  field: string;
  /** The label of the field, or of the rows that it stands in. */
  label: string;
  message: string;
  /** The words that it is about, as they stand in the document. */
  words: string;
  /** Which of the findings with these words it is, from 1. */
  number: number;
  /** Whether it stops a publication. */
  stops: boolean;
}

export interface ShownFindings {
  /** A hundred at most. */
  findings: ShownFinding[];
  /** How many there are beyond these. */
  more: number;
}

/** `GET /portal-checks/{collection}/{id}`: what the checks find in the newest version of a document that the user may read. */
export const checksEndpoint: Endpoint = {
  path: '/portal-checks/:collection/:id',
  method: 'get',
  handler: async (req) => {
    if (!(await may.read(req))) throw new Forbidden(req.t);
    const slug = String(req.routeParams?.collection);
    const list = listOf(req.payload, slug);
    const config = req.payload.collections[slug]?.config;
    if (!list || !config) throw new NotFound(req.t);
    const id = documentIdIn(req, slug);
    const document = await newest(req, slug, id);
    const checked = { config, id, content: contentOf(config, list, document) };
    return Response.json(await shown(req, checked));
  },
};

async function newest(req: PayloadRequest, slug: string, id: number | string): Promise<Data> {
  // Refused if the user may not read it.
  await req.payload.findByID({
    collection: slug as CollectionSlug,
    id,
    depth: 0,
    draft: true,
    overrideAccess: false,
    req,
    select: {},
  });
  return newestForLists(req, slug, id);
}

/** The first of the findings, those that stop a publication before all others, in the order of the document. */
async function shown(req: PayloadRequest, checked: CheckedDocument): Promise<ShownFindings> {
  const { config } = checked;
  const settings = await readCheckSettings(req.payload, req);
  const found = await findingsOf(req, checked, settings, (check) => settings.levels[check] !== 'off');
  const isError = (check: Check) => settings.levels[check] === 'error';
  const isNew = notIn(await shownBefore(req, checked, isError));
  const [stopping, others]: [RankedFinding[], RankedFinding[]] = [[], []];
  let total = 0;
  for (const finding of found) {
    const stops = isError(finding.check) && isNew(finding);
    const into = stops ? stopping : others;
    if (into.length < MAX_FINDINGS) into.push({ finding, stops, at: total });
    total += 1;
  }
  const first = [...stopping, ...others].slice(0, MAX_FINDINGS).sort((one, other) => one.at - other.at);
  const { i18n } = req;
  const places = placesOf(first.map(({ finding }) => finding));
  const findings = first.map(({ finding, stops }) => {
    const { check, field, words } = finding;
    const place = places.get(finding);
    const label = labelOf(config.flattenedFields.find(({ name }) => name === field.split('.')[0])) ?? field;
    return {
      check,
      field,
      label: getTranslation(label, i18n),
      message: translate(numbered(finding, place), i18n.language),
      words,
      number: place?.number ?? 1,
      stops,
    };
  });
  return { findings, more: total - findings.length };
}

interface RankedFinding {
  finding: Finding;
  stops: boolean;
  at: number;
}

/** What the published document has of findings that stop a publication. */
async function shownBefore(
  req: PayloadRequest,
  { config, id }: CheckedDocument,
  isError: (check: Check) => boolean,
): Promise<Iterable<Finding>> {
  if (!CHECKS.some(isError)) return [];
  const where = { id: { equals: id } };
  const main = await req.payload.db.findOne<Data>({ collection: config.slug, req, where });
  return main ? shownNow(req, { config, id }, main, isError) : [];
}
