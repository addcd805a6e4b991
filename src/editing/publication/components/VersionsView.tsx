import { Gutter, SetDocumentStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { versionsOf } from '../versions.ts';
import { VersionLink } from './VersionLink.tsx';

const TIME = bilingual('Ώρα', 'Time');
const WHO = bilingual('Από', 'By');
const WITHDRAWAL = bilingual('Απόσυρση', 'Withdrawal');

const STATUSES = {
  autosave: 'version:autosave',
  current: 'version:currentlyPublished',
  draft: 'version:draft',
  former: 'version:previouslyPublished',
} as const;

/**
 * The versions of a document with time, user and status. It replaces Payload's list, whose columns are fixed, also in the
 * drawer that selects a version to compare with.
 */
export async function VersionsView({
  initPageResult: { collectionConfig, docID, req },
  routeSegments,
}: DocumentViewServerProps) {
  if (!collectionConfig || docID === undefined) return null;
  const { i18n, t } = req;
  const { admin, labels, slug } = collectionConfig;
  const isTrashed = routeSegments[2] === 'trash';
  const versions = await versionsOf(req, slug, docID);
  const heads = [translate(TIME, i18n.language), translate(WHO, i18n.language), t('version:status')];
  return (
    <main className="versions">
      <SetDocumentStepNav
        collectionSlug={slug}
        id={docID}
        isTrashed={isTrashed}
        pluralLabel={labels.plural as string}
        useAsTitle={admin.useAsTitle ?? 'id'}
        view={t('version:versions')}
      />
      <Gutter className="versions__wrap">
        {versions.length === 0 && <p>{t('version:noFurtherVersionsFound')}</p>}
        {versions.length > 0 && (
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
                {versions.map((version, index) => (
                  <tr className={`row-${index + 1}`} key={version.id}>
                    <td>
                      <VersionLink id={version.id} time={version.time} />
                    </td>
                    <td>{version.by ?? '—'}</td>
                    <td>
                      {version.status === 'withdrawal'
                        ? translate(WITHDRAWAL, i18n.language)
                        : t(STATUSES[version.status])}
                    </td>
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
