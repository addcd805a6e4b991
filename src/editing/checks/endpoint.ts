import { getTranslation } from '@payloadcms/translations';
import { type Endpoint, NotFound } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { labelOf } from '../../../collections/save/fieldErrors.ts';
import { readMainDocument } from '../../../collections/save/saveContext.ts';
import { translate } from '../../payload/i18n/bilingual.ts';
import { documentEndpoint } from '../documentEndpoint.ts';
import { contentOf } from './content.ts';
import { findingsOf, listOf } from './findings.ts';
import { type Check, type Finding, MAX_FINDINGS, numbered, placesOf } from './rules/index.ts';
import { anyStops, readCheckSettings } from './settings.ts';
import { newestForLists, notShown } from './stopAtErrors.ts';

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
  /** A hundred at most, those that stop a publication first. */
  findings: ShownFinding[];
  /** How many there are beyond these. */
  more: number;
}

/** `GET /portal-checks/{collection}/{id}`: what the checks find in the newest version of a document that the user may read. */
export const checksEndpoint: Omit<Endpoint, 'root'> = documentEndpoint({
  path: '/portal-checks/:collection/:id',
  method: 'get',
  right: may.read,
  read: [],
  run: async (req, { collection, config, id }): Promise<ShownFindings> => {
    const list = listOf(req.payload, collection);
    if (!list) throw new NotFound(req.t);
    const settings = await readCheckSettings(req.payload, req);
    const isError = (check: Check) => settings.levels[check] === 'error';
    const content = contentOf(config, list, await newestForLists(req, collection, id));
    const found = await findingsOf(
      req,
      { config, id, content },
      settings,
      (check) => settings.levels[check] !== 'off',
    );
    const main = anyStops(settings) ? await readMainDocument(req, collection, id) : undefined;
    const isNew = await notShown(req, config, main, settings, isError);
    const [stopping, others]: [Finding[], Finding[]] = [[], []];
    let total = 0;
    for (const finding of found) {
      const into = isError(finding.check) && isNew(finding) ? stopping : others;
      if (into.length < MAX_FINDINGS) into.push(finding);
      total += 1;
    }
    const first = [...stopping, ...others].slice(0, MAX_FINDINGS);
    const places = placesOf(first);
    const findings = first.map((finding, at): ShownFinding => {
      const { check, field, words } = finding;
      const place = places.get(finding);
      const named = config.flattenedFields.find(({ name }) => name === field.split('.')[0]);
      return {
        check,
        field,
        label: getTranslation(labelOf(named) ?? field, req.i18n),
        message: translate(numbered(finding, place), req.i18n.language),
        words,
        number: place?.number ?? 1,
        stops: at < stopping.length,
      };
    });
    return { findings, more: total - findings.length };
  },
});
