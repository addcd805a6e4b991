import {
  type Access,
  type BasePayload,
  type Config,
  type FlattenedField,
  type LabelFunction,
  type PayloadRequest,
  type SanitizedCollectionConfig,
  ValidationError,
  type Where,
} from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { ME } from '../../../collections/queries/search.ts';
import type { PublicationStatus } from '../../../collections/values/known.ts';
import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';

type QueryPresets = NonNullable<Config['queryPresets']>;
type Constraint = NonNullable<QueryPresets['constraints']['update']>[number];
type FilterConstraints = NonNullable<QueryPresets['filterConstraints']>;

/** Who may change a view: only admins. */
const BY_ADMINS = 'admins';

const LABELS = { singular: bilingual('Προβολή', 'View'), plural: bilingual('Προβολές', 'Views') };

/** A function, since Payload's buttons write an object as it is. */
const inLanguage =
  (text: Bilingual): LabelFunction =>
  ({ i18n }) =>
    translate(text, i18n.language);

/** Whether a user may say that such users read, change or delete a view. */
function mayChoose(req: PayloadRequest, constraint: string): boolean | Promise<boolean> {
  if (constraint === 'everyone') return may.shareViews(req);
  if (constraint === 'specificUsers') return may.nameUsersOfViews(req);
  return constraint !== BY_ADMINS || may.manageViews(req);
}

/** Payload does not wait for it: where rights are looked up, all options are offered, and a save is refused. */
const offered: FilterConstraints = ({ options, req }) =>
  options.filter((each) => mayChoose(req, typeof each === 'string' ? each : each.value) !== false);

/**
 * Payload's query presets as saved views: everybody who may use the admin saves own ones, editors share them, admins say who
 * may change them. What a host has set takes precedence.
 */
export function savedViews(host?: QueryPresets): QueryPresets {
  const byAdmins = {
    value: BY_ADMINS,
    // Payload translates it, as it does the labels of all options.
    label: bilingual('Διαχειριστές', 'Admins') as unknown as string,
    access: ({ req }) => may.manageViews(req),
  } satisfies Constraint;

  const use: Access = ({ req }) => may.saveViews(req);
  const save: Access = async ({ data, req }) => {
    if (!(await may.saveViews(req))) return false;
    for (const constraint of constraintsOf(data)) if (!(await mayChoose(req, constraint))) return false;
    return true;
  };

  return {
    labels: { singular: inLanguage(LABELS.singular), plural: inLanguage(LABELS.plural) },
    filterConstraints: offered,
    ...host,
    access: { create: save, delete: use, read: use, update: save, ...host?.access },
    constraints: {
      ...host?.constraints,
      delete: [...(host?.constraints.delete ?? []), byAdmins],
      update: [...(host?.constraints.update ?? []), byAdmins],
    },
  };
}

/** Who may read, change and delete a view, as far as the data says. */
function constraintsOf(data: PayloadRequest['data']): string[] {
  const said = Object.values((data?.access ?? {}) as Record<string, { constraint?: unknown } | null>);
  return said.flatMap((each) => (each?.constraint ? [String(each.constraint)] : []));
}

/** The collection of the marks. One with this prefix says that the views of a collection have been made. */
const MARKS = 'portal-counters';
const MARK = 'saved-views:';

const VIEWS = 'payload-query-presets';

const TITLES = {
  own: bilingual('Τα πρόχειρά μου', 'My drafts'),
  changed: bilingual('Με νεότερο πρόχειρο', 'With a newer draft'),
  withdrawn: bilingual('Αποσυρμένα', 'Withdrawn'),
  imageless: bilingual('Χωρίς εικόνα', 'Without an image'),
  files: bilingual('Μόνο αρχεία', 'Files only'),
};

/** A view as it is made. The filter has the form that the admin edits: alternatives of conditions. */
interface View {
  title: Bilingual;
  conditions: Where[];
}

/** Of the plugin's own images and files, of which only these types are no images. */
const FILES: View = { title: TITLES.files, conditions: [{ mimeType: { contains: 'application/' } }] };

/**
 * Makes the views of these collections, once per database: an admin may change and delete them. They are in the language of
 * users who have chosen none.
 */
export async function makeViews(payload: BasePayload, slugs: readonly string[]): Promise<void> {
  const configs = slugs.flatMap((slug) => payload.collections[slug]?.config ?? []);
  const wanted = configs.filter(({ enableQueryPresets }) => enableQueryPresets);
  if (wanted.length === 0) return;
  const { docs } = await payload.db.find<{ id: number | string; key: string }>({
    collection: MARKS,
    limit: 0,
    pagination: false,
    where: { key: { contains: MARK } },
  });
  const made = new Set(docs.map(({ key }) => key));
  for (const config of wanted) {
    const key = `${MARK}${config.slug}`;
    if (!made.has(key) && (await isFirst(payload, key))) await makeAll(payload, config, key);
  }
}

/** False if another process has just come first. */
async function isFirst({ db }: BasePayload, key: string): Promise<boolean> {
  try {
    await db.create({ collection: MARKS, data: { key, value: 1 }, returning: false });
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

async function makeAll({ config, db }: BasePayload, collection: SanitizedCollectionConfig, mark: string) {
  const language = config.i18n.fallbackLanguage;
  const access = {
    read: { constraint: 'everyone' },
    update: { constraint: BY_ADMINS },
    delete: { constraint: BY_ADMINS },
  };
  try {
    // The admin shows the latest first.
    for (const { title, conditions } of viewsOf(collection, translate(ME, language)).toReversed()) {
      const data = {
        title: translate(title, language),
        isShared: true,
        access,
        where: { or: [{ and: conditions }] },
        relatedCollection: collection.slug,
      };
      await db.create({ collection: VIEWS, data, returning: false });
    }
  } catch (error) {
    await db.deleteOne({ collection: MARKS, where: { key: { equals: mark } }, returning: false });
    throw error;
  }
}

/** @param me the word for the user who looks */
function viewsOf({ flattenedFields, upload }: SanitizedCollectionConfig, me: string): View[] {
  if (upload) return [FILES];
  const [standing] = fieldsWithRole(flattenedFields, 'standing');
  const [saved] = fieldsWithRole(flattenedFields, 'edited_by');
  const image = imageOf(flattenedFields);
  const stands = (...values: PublicationStatus[]): Where[] =>
    standing ? [{ [standing.name]: values.length > 1 ? { in: values } : { equals: values[0] } }] : [];
  return [
    ...(standing && saved
      ? [
          {
            title: TITLES.own,
            conditions: [...stands('draft', 'changed'), { [saved.name]: { equals: me } }],
          },
          { title: TITLES.changed, conditions: stands('changed') },
          { title: TITLES.withdrawn, conditions: stands('withdrawn') },
        ]
      : []),
    ...(image.length > 0
      ? [{ title: TITLES.imageless, conditions: image.map((name) => ({ [name]: { exists: false } })) }]
      : []),
  ];
}

/** The first image of a form, and the legacy value that is served until one is chosen. */
function imageOf(fields: readonly FlattenedField[]): string[] {
  const image = fieldsWithRole(fields, 'reference').find(({ field }) => field.type === 'upload');
  if (!image) return [];
  const kept = fieldsWithRole(fields, 'kept').filter(({ until }) => until === image.name);
  return [image.name, ...kept.map(({ name }) => name)];
}
