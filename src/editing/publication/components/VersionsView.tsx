import { Gutter, SetDocumentStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import { bilingualOf } from '../../../../collections/fieldsOfList.ts';
import { portalOf } from '../../../../collections/portal/portal.ts';
import { type AuditRow, actionText, historyOf, mayReadHistory, noteText } from '../../../audit/index.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { VersionLink } from '../../onDemand.tsx';
import { type ShownVersion, versionsOf } from '../versions.ts';

const TIME = bilingual('Ώρα', 'Time');
const WHO = bilingual('Από', 'By');
const ACTION = bilingual('Τι έγινε', 'Action');
const FIELDS = bilingual('Πεδία', 'Fields');
const NOTE = bilingual('Σημείωση', 'Note');
const WITHDRAWAL = bilingual('Απόσυρση', 'Withdrawal');

const STATUSES = {
  autosave: 'version:autosave',
  current: 'version:currentlyPublished',
  draft: 'version:draft',
  former: 'version:previouslyPublished',
} as const;

/** What was done, with the version that it has made; of what is not in the log, the version. */
interface Row {
  at: string;
  version?: ShownVersion | undefined;
  entry?: AuditRow | undefined;
}

/** Newest first. */
function rowsOf(versions: readonly ShownVersion[], history: readonly AuditRow[]): Row[] {
  const rows = history.map((entry): Row => {
    const version = versions.find(({ at }) => at === entry.version);
    return { at: new Date(entry.at).toISOString(), version, entry };
  });
  const known = rows.map(({ version }) => version);
  for (const version of versions) if (!known.includes(version)) rows.push({ at: version.at, version });
  return rows.sort((one, other) => other.at.localeCompare(one.at));
}

/**
 * The versions of a document with time, user and status, and who did what with it. It replaces Payload's list, whose columns are
 * fixed, also in the drawer that selects a version to compare with: there it has versions only.
 */
export async function VersionsView({
  initPageResult: { collectionConfig, docID, req },
  routeSegments,
  versions: drawer,
}: DocumentViewServerProps) {
  // Payload has asked whether the user may read this document.
  if (!collectionConfig || docID === undefined) return null;
  const { i18n, payload, t } = req;
  const { admin, flattenedFields, labels, slug } = collectionConfig;
  const { language } = i18n;
  const style = { timeZone: portalOf(payload.config).timeZone, language };
  const labelOf = (name: string) => {
    const field = flattenedFields.find((each) => each.name === name) as { label?: unknown } | undefined;
    return field?.label ? translate(bilingualOf(field.label as never), language) : name;
  };
  const hasHistory = !drawer && (await mayReadHistory(req, collectionConfig));
  const rows = rowsOf(
    collectionConfig.versions ? await versionsOf(req, slug, docID) : [],
    hasHistory ? await historyOf(payload, slug, docID) : [],
  );
  const heads = [
    translate(TIME, language),
    translate(WHO, language),
    ...(collectionConfig.versions ? [t('version:status')] : []),
    ...(hasHistory ? [ACTION, FIELDS, NOTE].map((text) => translate(text, language)) : []),
  ];
  const cellsOf = ({ at, entry, version }: Row) => [
    version ? <VersionLink id={version.id} key={at} time={version.time} /> : formatTime(at, style),
    (entry ? entry.who : version?.by) ?? '—',
    ...(collectionConfig.versions ? [version && statusOf(version)] : []),
    entry && actionText(entry, language),
    entry?.fields?.split(', ').map(labelOf).join(', '),
    entry && noteText(entry, style),
  ];
  const statusOf = ({ status }: ShownVersion) =>
    status === 'withdrawal' ? translate(WITHDRAWAL, language) : t(STATUSES[status]);
  return (
    <main className="versions">
      <style href="portal-content-versions" precedence="default">
        {STYLES}
      </style>
      <SetDocumentStepNav
        collectionSlug={slug}
        id={docID}
        isTrashed={routeSegments[2] === 'trash'}
        pluralLabel={labels.plural as string}
        useAsTitle={admin.useAsTitle ?? 'id'}
        view={t('version:versions')}
      />
      <Gutter className="versions__wrap">
        {rows.length === 0 && <p>{t('version:noFurtherVersionsFound')}</p>}
        {rows.length > 0 && (
          <div className="table">
            <table cellPadding="0" cellSpacing="0">
              <thead>
                <tr>
                  {heads.map((text) => (
                    <th key={text}>{text}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr className={`row-${index + 1}`} key={row.entry?.id ?? row.version?.id}>
                    {cellsOf(row)
                      .slice(0, heads.length)
                      .map((cell, at) => (
                        <td data-head={heads[at]} key={heads[at]}>
                          {cell}
                        </td>
                      ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Gutter>
    </main>
  );
}

/** On a phone, a row is a few lines, so that none of it is beside the window. */
const TABLE = 'main.versions .table';
const STYLES = `
${TABLE} td { overflow-wrap: anywhere; }
${TABLE} td:last-child { white-space: pre-line; }
@media (max-width: 768px) {
  ${TABLE} thead { display: none; }
  ${TABLE} :is(table, tbody, tr, td) { display: block; }
  ${TABLE} tr { padding-block: 8px; }
  ${TABLE} td { max-width: none; padding-block: 2px; }
  ${TABLE} td:empty { display: none; }
  ${TABLE} td::before { content: attr(data-head) ': '; color: var(--theme-elevation-650); }
}
`;
