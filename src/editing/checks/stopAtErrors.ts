import type {
  CollectionBeforeChangeHook,
  CollectionSlug,
  PayloadRequest,
  SanitizedCollectionConfig,
  UIField,
} from 'payload';
import { listLocale, requestInListLocale } from '../../../collections/portal/locale.ts';
import { isPublished, type RawDocument } from '../../../collections/portal/portal.ts';
import { type FieldProblem, fieldErrors } from '../../../collections/save/fieldErrors.ts';
import { saveContextOf, settingsOfSave } from '../../../collections/save/saveContext.ts';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import type { Addition } from '../withAdditions.ts';
import { contentOf } from './content.ts';
import { type CheckedDocument, findingsOf, listOf, shownOf } from './findings.ts';
import { type Check, type Finding, MAX_FINDINGS, numbered, placesOf } from './rules/index.ts';
import { anyStops, type CheckSettings, checkSettingsIn } from './settings.ts';

type Data = Record<string, unknown>;
type Id = number | string;

/** Shows the findings in the sidebar of the form. */
const checksField: UIField = {
  name: 'portal_checks',
  type: 'ui',
  admin: {
    position: 'sidebar',
    components: { Field: 'payload-portal-content/client#Checks' },
    disableBulkEdit: true,
    disableListColumn: true,
  },
};

/** The findings in the forms of a collection. */
export const checksOfForm: Addition = { fields: [checksField] };

/**
 * Refuses a publication for findings of the checks that are errors, unless the portal shows them already. Imports and restored
 * versions are never refused. It looks at what would be served, so it needs the values of `beforeSave`.
 */
export const stopAtErrors: CollectionBeforeChangeHook = async ({
  collection,
  data,
  originalDoc,
  operation,
  req,
}) => {
  const list = listOf(req.payload, collection.slug);
  const id: Id | undefined = operation === 'update' ? originalDoc.id : undefined;
  const { main, source } = saveContextOf(req, collection.slug, id);
  if (!list || source || req.context.isRestoringVersion || !isPublished(collection, data)) return data;
  const settings = checkSettingsIn(await settingsOfSave(req, collection.slug, id));
  const isError = (check: Check) => settings.levels[check] === 'error';
  if (!anyStops(settings)) return data;
  const document = await inLists(req, collection, { ...data, id });
  const checked: CheckedDocument = { config: collection, id, content: contentOf(collection, list, document) };
  const found = await findingsOf(req, checked, settings, isError);
  const [any] = found;
  if (!any) return data;
  const isNew = await notShown(req, collection, main?.document, settings, isError);
  const first: Finding[] = [];
  let more = 0;
  for (const finding of found) {
    if (!isNew(finding)) continue;
    if (first.length < MAX_FINDINGS) first.push(finding);
    else more += 1;
  }
  if (first.length > 0) throw fieldErrors(req, collection, problemsOf(first, more));
  return data;
};

/** What a save will store, in the locale of the lists: localized fields that it has in another locale stay as they are stored. */
async function inLists(
  req: PayloadRequest,
  { flattenedFields, slug }: SanitizedCollectionConfig,
  data: Data,
): Promise<Data> {
  const locale = listLocale(req.payload.config)?.locale;
  const localized = flattenedFields.filter((field) => 'localized' in field && field.localized);
  if (!locale || req.locale === locale || data.id === undefined || localized.length === 0) return data;
  const stored = await newestForLists(req, slug, data.id as Id);
  return { ...data, ...Object.fromEntries(localized.map(({ name }) => [name, stored[name]])) };
}

/** The newest version of a document, in the locale of the lists, with hidden values: the HTML, which is checked, is one. */
export async function newestForLists(req: PayloadRequest, slug: string, id: Id): Promise<Data & { id: Id }> {
  const found: unknown = await req.payload.findByID({
    collection: slug as CollectionSlug,
    id,
    depth: 0,
    draft: true,
    overrideAccess: true,
    req: requestInListLocale(req),
    showHiddenFields: true,
  });
  return found as Data & { id: Id };
}

/**
 * Tells the findings that what the portal shows of a document does not have, each asked once: a text may have the same finding
 * several times.
 * @param main the main document, as the database has it
 */
export async function notShown(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
  main: RawDocument | undefined,
  settings: CheckSettings,
  wanted: (check: Check) => boolean,
): Promise<(finding: Finding) => boolean> {
  const checked = shownOf(req.payload, config, main);
  const left = new Map<string, number>();
  for (const finding of checked ? await findingsOf(req, checked, settings, wanted) : [])
    left.set(keyOf(finding), (left.get(keyOf(finding)) ?? 0) + 1);
  return (finding) => {
    const count = left.get(keyOf(finding)) ?? 0;
    left.set(keyOf(finding), count - 1);
    return count <= 0;
  };
}

/** Without the place of a row, so that rows can be moved. */
const keyOf = ({ check, field, message }: Finding) =>
  `${check} ${field.replace(/\.\d+\./, '.')} ${message.en}`;

function problemsOf(first: readonly Finding[], more: number): FieldProblem[] {
  const byField = new Map<string, Bilingual[]>();
  const places = placesOf(first);
  for (const finding of first) {
    const { field } = finding;
    byField.set(field, [...(byField.get(field) ?? []), numbered(finding, places.get(finding))]);
  }
  const last = first.at(-1)?.field;
  const beyond = more > 0 ? [bilingual(`Και άλλα ${more} ευρήματα.`, `And ${more} more findings.`)] : [];
  return [...byField].map(([field, found]) => {
    const said = field === last ? [...found, ...beyond] : found;
    const message = bilingual(said.map(({ el }) => el).join(' '), said.map(({ en }) => en).join(' '));
    return { field, message };
  });
}
