import {
  type BasePayload,
  type CollectionConfig,
  type Config,
  type Field,
  flattenTopLevelFields,
  type GlobalConfig,
  type Payload,
  type SanitizedConfig,
} from 'payload';
import { bilingualOf } from '../../collections/fieldsOfList.ts';
import { Counters, ImportRuns, Imports } from '../../collections/ImportRuns.ts';
import { dropFilesOf } from '../../collections/media/storedFiles.ts';
import { portalSettings, type SettingsList } from '../../collections/PortalSettings.ts';
import { may } from '../../collections/policies/may.ts';
import { listLocale } from '../../collections/portal/locale.ts';
import { customOf, type Portal, slugOf } from '../../collections/portal/portal.ts';
import { boundPayloadQueries } from '../../collections/queries/boundedQuery.ts';
import { nameFirstFields } from '../../collections/save/fieldErrors.ts';
import { guardWrites } from '../../collections/save/writes.ts';
import { withPasswordLength } from '../../collections/users/passwords.ts';
import { Users } from '../../collections/users/Users.ts';
import type { Label, List } from '../../endpoints/lists/index.ts';
import { AuditLog, historyPages, retentionField } from '../audit/index.ts';
import { fillStandings } from '../changes/fillStandings.ts';
import { numberDocuments } from '../changes/reader.ts';
import { conflictRefusal, explainDatabaseFailure, isConflict } from '../database/databaseFailure.ts';
import { keepDataVersion } from '../database/dataVersion.ts';
import { explainMovedDatabase, keepToFile } from '../database/keepToFile.ts';
import { OpenForms } from '../editing/base/openForms.ts';
import { checkCollections } from '../editing/checks/collections.ts';
import { checksEndpoint } from '../editing/checks/endpoint.ts';
import { checkSettingsField } from '../editing/checks/settings.ts';
import { DraftLinks } from '../editing/draftLinks/collection.ts';
import { draftPageEndpoints } from '../editing/draftLinks/page.ts';
import { orderEndpoint } from '../editing/order/endpoint.ts';
import { warnOfIdleJobs, withPublications } from '../editing/planning/task.ts';
import { publicationEndpoints } from '../editing/publication/endpoints.ts';
import { reviewEndpoints } from '../editing/review/endpoints.ts';
import { Reviews } from '../editing/review/reviews.ts';
import { secondEyesField } from '../editing/review/secondEyes.ts';
import { makeViews, savedViews } from '../editing/views/savedViews.ts';
import { withAdditions } from '../editing/withAdditions.ts';
import { translatePresets } from '../payload/admin/translatePresets.ts';
import { outliveConnections } from '../payload/database/connections.ts';
import { indexNewest } from '../payload/database/indexNewest.ts';
import { refuseWithoutTransaction } from '../payload/database/keepTransaction.ts';
import { readInLocale, trashAsNull } from '../payload/database/reading.ts';
import { endTransactions, followCommits, refuseTransactions } from '../payload/database/transactions.ts';
import { zoneOfServer } from '../payload/dates/inZone.ts';
import type { Bilingual } from '../payload/i18n/bilingual.ts';
import { correctEnglish } from '../payload/i18n/bilingual.ts';
import { greek } from '../payload/i18n/index.ts';
import { hasEmail, jobsOfAdmins } from '../payload/jobs.ts';
import { retryConflicts } from '../payload/rest.ts';
import { keepPublishedVersions } from '../payload/versions.ts';
import { inBar, withComponents, withPages } from './adminComponents.ts';
import { settingsHooks, userHooks, withGlobalTransaction, withTransaction } from './hooks.ts';
import {
  listCollections,
  mediaCollection,
  newestKeys,
  overridden,
  withoutLongIndexes,
} from './listCollections.ts';
import type { PortalContentOptions } from './options.ts';
import { refuseOptions } from './refuseOptions.ts';
import { resolvePortal } from './resolvePortal.ts';

/** A Payload plugin. */
export type PortalContentPlugin = (config: Config) => Config;

/**
 * Adds the portal's collections, its settings and its read model to a Payload config. Everything in the config is kept.
 * @throws if the config has a collection or global with the same slug, lacks one that an option names, or has no absolute
 *   server URL
 * @example buildConfig({ plugins: [portalContent({ serverUrl: 'https://content.portal.example' })] })
 */
export function portalContent<const Key extends string = never>(
  options: PortalContentOptions<Key> = {},
): PortalContentPlugin {
  return applied(options as PortalContentOptions);
}

function applied(options: PortalContentOptions): PortalContentPlugin {
  refuseOptions(options);
  const {
    auditLog = true,
    branding,
    checks = true,
    dashboard = true,
    draftLinks = true,
    i18n = true,
    review = true,
    order = true,
  } = options.admin ?? {};
  return (given) => {
    const host = given.collections ?? [];
    const users = ownUsers(options, host, hasEmail(given));
    const worded = i18n ? correctEnglish(greek()(given)) : given;
    const config = users ? withPasswordLength(worded) : worded;
    const portal = resolvePortal(options, config, users?.slug);
    const content = listCollections(portal, options.collections ?? {}, host, options.admin).map((each) => ({
      ...each,
      fields: withoutLongIndexes(each.fields, config),
    }));
    const mapped = portal.lists.filter(({ key }) => host.some(({ slug }) => slug === slugOf(portal, key)));
    const media = mediaCollection(portal, options.media, config);
    const own = [...content, media]
      .map(({ slug }) => slug)
      .filter((slug) => !host.some((each) => each.slug === slug));
    const shown = (each: CollectionConfig) =>
      withComponents(
        each,
        host.some(({ slug }) => slug === each.slug),
      );
    const remembered = (each: CollectionConfig) =>
      auditLog ? withAdditions(each, historyPages(each)) : each;
    const readOnly = [ImportRuns, ...(auditLog ? [AuditLog] : []), ...(checks ? checkCollections : [])];
    const hidden = [
      Counters,
      Imports,
      OpenForms,
      ...(draftLinks ? [DraftLinks] : []),
      ...(review ? [Reviews] : []),
    ];
    const added = [...(users ? [remembered(users)] : []), ...readOnly].map(shown).concat(hidden);
    refuseTaken(host, added);

    const images = remembered(portal.media.isOwn ? shown(media) : media);
    const served = [...content.map((each) => remembered(shown(dashboard ? inBar(each) : each))), images].map(
      // Payload adds fields of its own, such as those of a trash; another instance in this process must not find them.
      (each) => ({ ...each, fields: [...each.fields] }),
    );
    const settings = settingsOf(portal, content, [
      ...(portal.hasChecks ? [checkSettingsField()] : []),
      ...(review ? [secondEyesField] : []),
      ...(auditLog ? [retentionField] : []),
    ]);
    refuseTaken(config.globals ?? [], [settings]);
    return {
      ...config,
      ...(config.db && {
        db: indexNewest(
          trashAsNull(readInLocale(keepToFile(refuseTransactions(config.db)), localeOfLists)),
          (each) => (content.some(({ slug }) => slug === each.slug) ? newestKeys(each) : undefined),
        ),
      }),
      custom: { ...config.custom, ...customOf(portal) },
      collections: [
        ...host.map((each) => served.find(({ slug }) => slug === each.slug) ?? withTransaction(each)),
        ...served.filter(({ slug }) => !host.some((each) => each.slug === slug)),
        ...added,
      ],
      admin: withProviders(
        withPages(config, {
          bar: { lists: content.map(({ slug }) => slug), media: images.slug },
          branding,
          dashboard,
          hasOwnUsers: users !== undefined,
          inbox: review,
        }),
        portal,
        auditLog,
      ),
      endpoints: [
        ...(config.endpoints ?? []),
        ...publicationEndpoints,
        ...(checks ? [checksEndpoint] : []),
        ...(draftLinks && portal.enabled ? draftPageEndpoints : []),
        ...(order && portal.enabled ? [orderEndpoint] : []),
        ...(review ? reviewEndpoints : []),
      ],
      globals: [...(config.globals ?? []), settings].map(withGlobalTransaction),
      hooks: {
        ...config.hooks,
        afterError: [
          ...(config.hooks?.afterError ?? []),
          nameFirstFields,
          explainDatabaseFailure,
          explainMovedDatabase,
        ],
      },
      queryPresets: savedViews(config.queryPresets),
      jobs: withPublications(users ? jobsOfAdmins(config.jobs, may.runJobs) : config.jobs),
      onInit: (payload) => start(payload, { portal, config, mapped, own, served }),
    };
  };
}

const localeOfLists = (config: SanitizedConfig) => listLocale(config)?.locale;

interface Started {
  portal: Portal;
  config: Config;
  /** The lists of a host's own collections. */
  mapped: readonly List[];
  /** The slugs of the plugin's own collections of content. */
  own: string[];
  served: readonly CollectionConfig[];
}

/** What each start of Payload does, before the host's own `onInit`. */
async function start(payload: Payload, { portal, config, mapped, own, served }: Started): Promise<void> {
  outliveConnections(payload);
  endTransactions(payload);
  // First: a database of a later release must not be written.
  const slugs = served.map(({ slug }) => slug);
  await keepDataVersion(payload);
  if (portal.media.isOwn) followCommits(payload);
  keepPublishedVersions(payload, withDrafts(portal, payload));
  if (portal.adminTimes) await zoneOfServer(payload, portal.timeZone);
  boundPayloadQueries(payload);
  guardWrites(payload, [...slugs, ...(portal.users ? [portal.users] : []), 'portal-settings']);
  refuseWithoutTransaction(payload);
  retryConflicts(payload, isConflict, conflictRefusal, dropFilesOf);
  warnOfIdleJobs(payload);
  for (const { key } of mapped) {
    await numberDocuments(payload, portal, key);
    await fillStandings(payload, slugOf(portal, key));
  }
  translatePresets(payload);
  await makeViews(payload, own);
  await config.onInit?.(payload);
}

/** The list collections with drafts. */
function withDrafts(portal: Portal, { collections }: BasePayload): string[] {
  const ofLists: string[] = portal.lists.map(({ key }) => slugOf(portal, key));
  return ofLists.filter((slug) => collections[slug]?.config.versions?.drafts);
}

/** The fields of accounts that are about e-mails. */
const OF_EMAIL: readonly unknown[] = ['notices', 'language'];

function ownUsers(
  { users }: PortalContentOptions,
  host: CollectionConfig[],
  hasEmail: boolean,
): CollectionConfig | undefined {
  const isWanted = users ?? !host.some(({ auth }) => auth);
  if (!isWanted) return undefined;
  const fields = Users.fields.map((field) =>
    hasEmail || !('name' in field && OF_EMAIL.includes(field.name))
      ? field
      : ({ ...field, hidden: true } as Field),
  );
  const own = overridden({ ...Users, fields }, typeof users === 'object' ? users : {});
  return { ...own, hooks: userHooks(own.hooks) };
}

function refuseTaken(taken: readonly { slug: string }[], added: readonly { slug: string }[]): void {
  const clash = added.find(({ slug }) => taken.some((each) => each.slug === slug));
  if (!clash) return;
  throw new Error(
    `portalContent: this Payload config has a "${clash.slug}" already. Give yours another slug.`,
  );
}

/** The global with the portal settings. */
function settingsOf(portal: Portal, content: readonly CollectionConfig[], more: Field[]): GlobalConfig {
  const lists = portal.lists.map((list, at) => settingsList(list, content[at]));
  const settings = portalSettings(lists, {
    hasOwnMedia: portal.media.isOwn,
    areRecordsDecided: portal.records !== undefined,
    more,
  });
  return { ...settings, hooks: settingsHooks(portal.enabled) };
}

function settingsList(list: List, collection: CollectionConfig | undefined): SettingsList {
  const { key, defaultOrdering, orderable, perLink } = list;
  const fields = flattenTopLevelFields(collection?.fields ?? []) as { name?: string; label?: unknown }[];
  const own = (name: string) => fields.find((field) => field.name === name)?.label;
  return {
    key,
    label: labelOf(collection?.slug ?? key, collection?.labels?.plural),
    keys: orderable.map((each) => ({
      key: each,
      label: labelOf(each, own(each === 'id' ? 'api_id' : each)),
    })),
    defaultOrdering,
    perLink: perLink?.field,
    addressKeys: addressKeys(list, collection),
  };
}

const IN_ADDRESSES: readonly string[] = ['integer', 'number', 'slug', 'text', 'webAddress'];

/** Keys with one text or number each: those of a list's own fields, or of the collection that it is made of. */
function addressKeys({ fields }: List, collection: CollectionConfig | undefined): string[] {
  const stored = flattenTopLevelFields(collection?.fields ?? []).flatMap((field) => {
    const isPlain = (field.type === 'text' || field.type === 'number') && !field.hidden;
    return isPlain && field.name !== 'api_id' ? [field.name] : [];
  });
  return ['id', ...stored.filter((name) => !fields || IN_ADDRESSES.includes(fields[name]?.type ?? ''))];
}

function labelOf(name: string, label: unknown): Bilingual {
  const isLabel = typeof label === 'string' || (label && typeof label === 'object');
  return bilingualOf(isLabel ? (label as Label) : name);
}

/** Adds the plugin's providers. That for dates is the last, since another provider may replace the date locale. */
function withProviders(
  admin: Config['admin'],
  { adminTimes, slugs, timeZone, users }: Portal,
  hasAuditLog: boolean,
): NonNullable<Config['admin']> {
  const clientProps = { adminTimes, timeZone };
  const zonedDates = { path: 'payload-portal-content/client#ZonedDates', clientProps };
  const reason = {
    path: 'payload-portal-content/client#WithdrawalReason',
    clientProps: { collections: [...Object.values(slugs), ...(users === undefined ? [] : [users])] },
  };
  const given = admin?.components?.providers ?? [];
  const providers = [
    ...given,
    'payload-portal-content/client#Session',
    ...(hasAuditLog ? [reason] : []),
    zonedDates,
  ];
  return { ...admin, components: { ...admin?.components, providers } };
}
