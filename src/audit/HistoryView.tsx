import { Gutter, SetDocumentStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import { bilingualOf } from '../../collections/fieldsOfList.ts';
import { portalOf } from '../../collections/portal/portal.ts';
import { bilingual, translate } from '../payload/i18n/bilingual.ts';
import { formatTime } from '../payload/i18n/zonedTime.ts';
import { HISTORY } from './actions.ts';
import { historyOf, mayReadHistory } from './history.ts';
import { phoneRows } from './phoneRows.ts';
import { actionText, noteText } from './words.ts';

const HEADS = [
  bilingual('Πότε', 'When'),
  bilingual('Τι έγινε', 'Action'),
  bilingual('Από', 'By'),
  bilingual('Πεδία', 'Fields'),
  bilingual('Σημείωση', 'Note'),
];
const NONE = bilingual('Δεν έχει καταγραφεί τίποτα ακόμη.', 'Nothing is recorded yet.');

/** Who did what with a document, newest first. */
export async function HistoryView({
  initPageResult: { collectionConfig, docID, req },
  routeSegments,
}: DocumentViewServerProps) {
  // Payload has asked whether the user may read this document.
  if (!collectionConfig || docID === undefined || !(await mayReadHistory(req, collectionConfig))) return null;
  const { i18n, payload } = req;
  const { admin, flattenedFields, labels, slug } = collectionConfig;
  const t = (text: typeof NONE) => translate(text, i18n.language);
  const style = { timeZone: portalOf(payload.config).timeZone, language: i18n.language };
  const label = (name: string) => {
    const given = flattenedFields.find((field) => field.name === name) as { label?: unknown } | undefined;
    return given?.label ? t(bilingualOf(given.label as never)) : name;
  };
  const heads = HEADS.map(t);
  const rows = await historyOf(payload, slug, docID);
  return (
    <main className="versions portal-history">
      <style href="portal-content-history" precedence="default">
        {STYLES}
      </style>
      <SetDocumentStepNav
        collectionSlug={slug}
        id={docID}
        isTrashed={routeSegments[2] === 'trash'}
        pluralLabel={labels.plural as string}
        useAsTitle={admin.useAsTitle ?? 'id'}
        view={t(HISTORY)}
      />
      <Gutter className="versions__wrap">
        {rows.length === 0 && <p>{t(NONE)}</p>}
        {rows.length > 0 && (
          <div className="table">
            <table cellPadding="0" cellSpacing="0">
              <thead>
                <tr>
                  {heads.map((head) => (
                    <th key={head}>{head}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr className={`row-${index + 1}`} key={row.id}>
                    {[
                      formatTime(row.at, style),
                      actionText(row, style.language),
                      row.who,
                      (row.fields ?? '').split(', ').filter(Boolean).map(label).join(', '),
                      noteText(row, style),
                    ].map((text, at) => (
                      <td data-head={heads[at]} key={heads[at]}>
                        {text}
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

const TABLE = '.portal-history .table';
const STYLES = `
${TABLE} td { overflow-wrap: anywhere; }
${TABLE} td:last-child { white-space: pre-line; }
${phoneRows(TABLE)}
@media (max-width: 768px) {
  ${TABLE} td::before { content: attr(data-head) ': '; color: var(--theme-elevation-650); }
}
`;
