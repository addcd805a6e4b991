import { getTranslation } from '@payloadcms/translations';
import type { UIFieldServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { shortened } from '../../payload/i18n/shortened.ts';
import { findUses, type Uses } from './findUses.ts';

const NOWHERE = bilingual('Πουθενά.', 'Nowhere.');
const LIVE = bilingual('δημοσιευμένο', 'published');
const DRAFT = bilingual('πρόχειρο', 'draft');
const MORE = bilingual('ακόμη', 'more');

/** The documents that use the form's document, by collection, with their status. Nothing for a new document. */
export async function WhereUsed({ collectionSlug, field, id, req }: UIFieldServerProps) {
  if (id === undefined || !req.user) return null;
  const found = await findUses(req, collectionSlug, id);
  const { i18n } = req;
  const label = field.label ? getTranslation(field.label as string, i18n) : '';
  return (
    <section className="field-type" aria-label={label}>
      <span className="field-label">{label}</span>
      {found.length === 0 && <p>{translate(NOWHERE, i18n.language)}</p>}
      {found.map((uses) => (
        <UsesOfCollection
          key={uses.collection.slug}
          {...uses}
          admin={req.payload.config.routes.admin}
          language={i18n.language}
          label={getTranslation(uses.collection.labels.plural as string, i18n)}
        />
      ))}
    </section>
  );
}

interface UsesProps extends Uses {
  admin: string;
  language: string;
  label: string;
}

function UsesOfCollection({ admin, collection, label, language, total, uses }: UsesProps) {
  const address = (path: `/${string}`) => formatAdminURL({ adminRoute: admin, includeBasePath: true, path });
  return (
    <>
      <p style={{ margin: '0.5rem 0 0' }}>{`${label} (${total})`}</p>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem', overflowWrap: 'anywhere' }}>
        {uses.map(({ id, title, isLive }) => (
          <li key={id}>
            <a href={address(`/collections/${collection.slug}/${id}`)}>{shortened(title)}</a>
            {` · ${translate(isLive ? LIVE : DRAFT, language)}`}
          </li>
        ))}
        {total > uses.length && <li>{`${total - uses.length} ${translate(MORE, language)}`}</li>}
      </ul>
    </>
  );
}
