import { getTranslation } from '@payloadcms/translations';
import { type CollectionSlug, type Endpoint, Forbidden, NotFound, type PayloadRequest } from 'payload';
import { labelOf } from '../../../collections/save/fieldErrors.ts';
import { speak } from '../../i18n/bilingual.ts';
import { documentIdIn } from '../documentId.ts';
import { contentOf } from './documents/contentOf.ts';
import { type Checked, findingsOf, listOf } from './documents/findingsOf.ts';
import type { Check } from './rules/index.ts';
import { readCheckSettings } from './settings.ts';
import { newestForLists, newIn, shownNow } from './stopAtErrors.ts';

type Data = Record<string, unknown> & { id: number | string };

/** A finding in the newest version of a document, in the language of the request. */
export interface ShownFinding {
  check: Check;
  /** The path of the field in the form. */
  field: string;
  /** The label of the field, or of the rows that it stands in. */
  label: string;
  message: string;
  /** Whether it stops a publication. */
  stops: boolean;
}

/** `GET /portal-checks/{collection}/{id}`: what the checks find in the newest version of a document that the user may read. */
export const checksEndpoint: Endpoint = {
  path: '/portal-checks/:collection/:id',
  method: 'get',
  handler: async (req) => {
    if (!req.user) throw new Forbidden(req.t);
    const slug = String(req.routeParams?.collection);
    const list = listOf(req.payload, slug);
    const config = req.payload.collections[slug]?.config;
    if (!list || !config) throw new NotFound(req.t);
    const id = documentIdIn(req, slug);
    const document = await newest(req, slug, id);
    const checked = { config, id, content: contentOf(config, list, document) };
    return Response.json({ findings: await shown(req, checked) });
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

async function shown(req: PayloadRequest, checked: Checked): Promise<ShownFinding[]> {
  const { config, id } = checked;
  const settings = await readCheckSettings(req.payload, req);
  const found = await findingsOf(req, checked, settings, (check) => settings.levels[check] !== 'off');
  const errors = found.filter(({ check }) => settings.levels[check] === 'error');
  const where = { id: { equals: id } };
  const main =
    errors.length > 0
      ? await req.payload.db.findOne<Data>({ collection: config.slug, req, where })
      : undefined;
  const stops = new Set(main ? newIn(errors, await shownNow(req, checked, main, errors)) : errors);
  const { i18n } = req;
  return found.map((finding) => {
    const { check, field, message } = finding;
    const label = labelOf(config.flattenedFields.find(({ name }) => name === field.split('.')[0])) ?? field;
    return {
      check,
      field,
      label: getTranslation(label, i18n),
      message: speak(message, i18n.language),
      stops: stops.has(finding),
    };
  });
}
