import type { CollectionConfig, Config, Field, Payload } from 'payload';
import { Counters, ImportRuns, Imports } from '../../collections/ImportRuns.ts';
import { dropFilesOf } from '../../collections/media/storedFiles.ts';
import { portalSettings } from '../../collections/PortalSettings.ts';
import { may } from '../../collections/policies/may.ts';
import { listLocale } from '../../collections/portal/locale.ts';
import { customOf, MEDIA, type Portal, slugOf } from '../../collections/portal/portal.ts';
import { boundPayloadQueries } from '../../collections/queries/search.ts';
import { nameFirstFields } from '../../collections/save/fieldErrors.ts';
import { guardWrites } from '../../collections/save/writes.ts';
import { authorEndpoint } from '../../collections/users/authorNumbers.ts';
import { withPasswordWords } from '../../collections/users/passwords.ts';
import { SecondFactors } from '../../collections/users/secondFactor.ts';
import { ignoreClosed, Users } from '../../collections/users/Users.ts';
import { AuditLog, retentionField } from '../audit/index.ts';
import { fillStandings } from '../changes/fillStandings.ts';
import { numberDocuments } from '../changes/reader.ts';
import { conflictRefusal, explainDatabaseFailure, isConflict } from '../database/databaseFailure.ts';
import { keepDataVersion } from '../database/dataVersion.ts';
import { keepToFile } from '../database/keepToFile.ts';
import { accessOfForm } from '../editing/accounts/endpoints.ts';
import { OpenForms } from '../editing/base/openForms.ts';
import { checkCollections } from '../editing/checks/collections.ts';
import { checksEndpoint } from '../editing/checks/endpoint.ts';
import { checkSettingsField } from '../editing/checks/settings.ts';
import { DraftLinks } from '../editing/draftLinks/links.ts';
import { draftPageEndpoints } from '../editing/draftLinks/page.ts';
import { orderEndpoint } from '../editing/order/endpoint.ts';
import { warnOfIdleJobs, withPublications } from '../editing/planning/task.ts';
import { publicationEndpoints } from '../editing/publication/endpoints.ts';
import { historyPage } from '../editing/publication/publicationOfForm.ts';
import { reviewEndpoints } from '../editing/review/endpoints.ts';
import { Reviews } from '../editing/review/reviews.ts';
import { secondEyesField } from '../editing/review/secondEyes.ts';
import { savedViews } from '../editing/savedViews.ts';
import { textEndpoints } from '../editing/texts.ts';
import { withAdditions } from '../editing/withAdditions.ts';
import { openIdEndpoints } from '../openid/endpoints.ts';
import { answersEndpoint } from '../payload/admin/answers.ts';
import { describedInForms } from '../payload/admin/describedInForms.ts';
import { keepListPreferences } from '../payload/admin/listPreferences.ts';
import { translatePresets } from '../payload/admin/translatePresets.ts';
import { outliveConnections } from '../payload/database/connections.ts';
import { indexNewest } from '../payload/database/indexNewest.ts';
import { refuseWithoutTransaction } from '../payload/database/keepTransaction.ts';
import { readInLocale, trashAsNull } from '../payload/database/reading.ts';
import { keepSessions } from '../payload/database/sessions.ts';
import { endTransactions, followCommits, refuseTransactions } from '../payload/database/transactions.ts';
import { zoneOfServer } from '../payload/dates/inZone.ts';
import { hasEmail } from '../payload/email.ts';
import { greek } from '../payload/i18n/index.ts';
import { jobsOfAdmins } from '../payload/jobs.ts';
import { retryConflicts } from '../payload/rest.ts';
import { keepPublishedVersions } from '../payload/versions.ts';
import { inBar, withAdminParts, withComponents } from './adminComponents.ts';
import { settingsHooks, userHooks, withGlobalTransaction, withTransaction } from './hooks.ts';
import {
  listCollections,
  mediaCollection,
  newestKeys,
  overridden,
  withoutLongIndexes,
  withPublishedIndex,
} from './listCollections.ts';
import type { PortalContentOptions } from './options.ts';
import { type ResolvedOptions, resolvedOptions } from './optionsSchema.ts';
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
  const resolved = resolvedOptions(options);
  return (config) => withPortalContent(config, resolved);
}

function withPortalContent(given: Config, options: ResolvedOptions): Config {
  const { auditLog, checks, dashboard, draftLinks, i18n, order, review } = options.admin;
  const host = given.collections ?? [];
  const isHosts = ({ slug }: { slug: string }) => host.some((each) => each.slug === slug);
  const users = ownUsers(options, host, hasEmail(given));
  const worded = i18n ? greek()(given) : given;
  const config = users ? withPasswordWords(worded) : worded;
  const portal = resolvePortal(options, config, users?.slug);

  const content = listCollections(portal, options, host).map((each) => ({
    ...withPublishedIndex(each),
    fields: withoutLongIndexes(each.fields, config),
  }));
  const media = mediaCollection(portal, options.media, config);
  const shown = (each: CollectionConfig) => withComponents(each, isHosts(each));
  const remembered = (each: CollectionConfig) => (auditLog ? withAdditions(each, historyPage(each)) : each);
  const served = [
    ...content.map((each) => remembered(shown(dashboard ? inBar(each) : each))),
    remembered(portal.media.isOwn ? shown(media) : media),
    // Payload adds fields of its own, such as those of a trash; another instance in this process must not find them.
  ].map(describedInForms);
  const readOnly = [ImportRuns, ...(auditLog ? [AuditLog] : []), ...(checks ? checkCollections : [])];
  const added = [
    ...[...(users ? [withAdditions(remembered(users), accessOfForm)] : []), ...readOnly].map(shown),
    ...(users ? [SecondFactors] : []),
    ...[Counters, Imports, OpenForms],
    ...(draftLinks ? [DraftLinks] : []),
    ...(review ? [Reviews] : []),
  ];
  refuseTaken(host, added);
  const settings = portalSettings(portal, content, [
    ...(checks ? [checkSettingsField()] : []),
    ...(review ? [secondEyesField] : []),
    ...(auditLog ? [retentionField] : []),
  ]);
  refuseTaken(config.globals ?? [], [settings]);

  return {
    ...config,
    ...(config.db && {
      db: indexNewest(
        trashAsNull(readInLocale(keepToFile(refuseTransactions(config.db)), (of) => listLocale(of)?.locale)),
        (each) => (content.some(({ slug }) => slug === each.slug) ? newestKeys(each) : undefined),
      ),
    }),
    custom: { ...config.custom, ...customOf(portal) },
    collections: [
      ...host.map((each) => served.find(({ slug }) => slug === each.slug) ?? withTransaction(each)),
      ...served.filter((each) => !isHosts(each)),
      ...added.map(describedInForms),
    ],
    admin: withAdminParts(config, portal, options.admin),
    endpoints: [
      ...(config.endpoints ?? []),
      answersEndpoint,
      ...publicationEndpoints,
      ...textEndpoints,
      authorEndpoint,
      ...(checks ? [checksEndpoint] : []),
      ...(draftLinks && portal.enabled ? draftPageEndpoints : []),
      ...(order && portal.enabled ? [orderEndpoint] : []),
      ...(review ? reviewEndpoints : []),
    ],
    globals: [
      ...(config.globals ?? []),
      { ...describedInForms(settings), hooks: settingsHooks(portal.enabled) },
    ].map(withGlobalTransaction),
    hooks: {
      ...config.hooks,
      afterError: [...(config.hooks?.afterError ?? []), nameFirstFields, explainDatabaseFailure],
    },
    queryPresets: savedViews(config.queryPresets),
    jobs: withPublications(users ? jobsOfAdmins(config.jobs, may.runJobs) : config.jobs),
    onInit: async (payload) => {
      await start(payload, portal, isHosts);
      await config.onInit?.(payload);
    },
  };
}

/** What each start of Payload does, before the host's own `onInit`. */
async function start(
  payload: Payload,
  portal: Portal,
  isHosts: (collection: { slug: string }) => boolean,
): Promise<void> {
  const lists = portal.lists.map(({ key }) => ({ key, slug: slugOf(portal, key) }));
  const content = [...lists.map(({ slug }) => slug), slugOf(portal, MEDIA)];
  outliveConnections(payload);
  endTransactions(payload);
  // Before anything is written: a database of a later release must not be.
  await keepDataVersion(payload);
  if (portal.media.isOwn) followCommits(payload);
  keepPublishedVersions(
    payload,
    lists.flatMap(({ slug }) => (payload.collections[slug]?.config.versions?.drafts ? slug : [])),
  );
  if (portal.adminTimes) await zoneOfServer(payload, portal.timeZone);
  boundPayloadQueries(payload);
  const accounts = portal.users ? [portal.users] : [];
  keepSessions(payload, accounts);
  ignoreClosed(payload);
  guardWrites(payload, [...content, ...accounts, 'portal-settings']);
  refuseWithoutTransaction(payload);
  retryConflicts(payload, { isConflict, refusal: conflictRefusal, undo: dropFilesOf });
  warnOfIdleJobs(payload);
  for (const { key, slug } of lists.filter(isHosts)) {
    await numberDocuments(payload, portal, key);
    await fillStandings(payload, slug);
  }
  translatePresets(payload);
  keepListPreferences(payload);
}

/** The fields of accounts that are about e-mails. */
const OF_EMAIL: readonly unknown[] = ['notices', 'language'];

function ownUsers(
  { openId, users }: ResolvedOptions,
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
  const endpoints = [...(own.endpoints || []), ...(openId ? openIdEndpoints(openId) : [])];
  return { ...own, endpoints, hooks: userHooks(own.hooks) };
}

function refuseTaken(taken: readonly { slug: string }[], added: readonly { slug: string }[]): void {
  const clash = added.find(({ slug }) => taken.some((each) => each.slug === slug));
  if (!clash) return;
  throw new Error(
    `portalContent: this Payload config has a "${clash.slug}" already. Give yours another slug.`,
  );
}
