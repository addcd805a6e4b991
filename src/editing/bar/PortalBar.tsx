'use client';

import { getTranslation } from '@payloadcms/translations';
import { Link, Popup, PopupList, useAuth, useConfig, useTranslation } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { PortalSearch } from './PortalSearch.tsx';

const LISTS = bilingual('Οι λίστες της πύλης', 'The lists of the portal');
const NEW = bilingual('Νέο', 'New');

interface Props {
  /** The slugs of the lists' collections, in the order of the portal. */
  lists: string[];
  /** The slug of the collection of images and files. */
  media: string;
}

/** At the top of every page: a new document, the search and the lists, as far as the user may. The first page has the lists itself. */
export function PortalBar({ lists, media }: Props) {
  const { config, getEntityConfig } = useConfig();
  const { permissions, user } = useAuth();
  const { i18n } = useTranslation();
  const pathname = usePathname();
  const may = (slug: string, action: 'create' | 'read') =>
    Boolean(permissions?.collections?.[slug]?.[action]);
  const labels = (slug: string) => getEntityConfig({ collectionSlug: slug })?.labels;
  const addressOf = (slug: string, more = '') =>
    formatAdminURL({ adminRoute: config.routes.admin, path: `/collections/${slug}${more}` });
  const shown = lists
    .filter((slug) => may(slug, 'read'))
    .map((slug) => ({ slug, label: getTranslation(labels(slug)?.plural ?? slug, i18n) }));
  const creatable = [...lists, media].filter((slug) => may(slug, 'create'));
  if (!user || shown.length === 0) return null;
  const isFirstPage = pathname.replace(/\/$/, '') === config.routes.admin.replace(/\/$/, '');
  return (
    <div className="portal-bar">
      <style href="portal-content-bar" precedence="default">
        {STYLES}
      </style>
      {creatable.length > 0 && (
        <Popup
          button={<span>+ {translate(NEW, i18n.language)}</span>}
          buttonClassName="portal-bar__new"
          caret={false}
          horizontalAlign="left"
          size="fit-content"
          verticalAlign="bottom"
        >
          <PopupList.ButtonGroup>
            {creatable.map((slug) => (
              <PopupList.Button href={addressOf(slug, '/create')} key={slug}>
                {getTranslation(labels(slug)?.singular ?? slug, i18n)}
              </PopupList.Button>
            ))}
          </PopupList.ButtonGroup>
        </Popup>
      )}
      <PortalSearch addressOf={addressOf} lists={shown} />
      {!isFirstPage && (
        <nav aria-label={translate(LISTS, i18n.language)}>
          {shown.map(({ slug, label }) => {
            const href = addressOf(slug);
            const isHere = pathname === href || pathname.startsWith(`${href}/`);
            return (
              <Link aria-current={isHere ? 'page' : undefined} href={href} key={slug} prefetch={false}>
                {label}
              </Link>
            );
          })}
          <Link href={config.routes.admin} prefetch={false}>
            {i18n.t('general:dashboard')}
          </Link>
        </nav>
      )}
    </div>
  );
}

const STYLES = `
.portal-bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 8px var(--gutter-h);
  border-bottom: 1px solid var(--theme-elevation-100); background: var(--theme-bg);
}
.portal-bar .popup-button.portal-bar__new {
  padding: 6px 14px; border-radius: var(--style-radius-s); background: var(--theme-elevation-800); color: var(--theme-elevation-0);
}
.portal-bar nav { display: flex; flex-wrap: wrap; gap: 4px 14px; min-width: 0; }
.portal-bar nav a { padding-block: 4px; text-decoration: none; border-block-end: 2px solid transparent; }
.portal-bar nav a:hover { text-decoration: underline; }
.portal-bar nav a[aria-current] { border-color: currentColor; font-weight: 600; }
/* The menu ends with the window also below the bar. */
.portal-bar ~ div .nav { height: calc(100vh - 51px); }
.portal-bar search { flex: 1 1 12rem; max-width: 24rem; min-width: 0; }
.portal-search { position: relative; }
.portal-search input {
  width: 100%; height: 34px; padding: 0 10px; font: inherit; color: var(--theme-text); background: var(--theme-input-bg);
  border: 1px solid var(--theme-elevation-400); border-radius: var(--style-radius-s);
}
.portal-search input::placeholder { color: var(--theme-elevation-650); opacity: 1; }
.portal-search__found {
  position: absolute; z-index: 50; inset-block-start: calc(100% + 4px); inset-inline-start: 0;
  width: min(36rem, calc(100vw - 2 * var(--gutter-h))); max-height: 70vh; overflow: auto; padding: 12px 16px;
  background: var(--theme-elevation-0); border: 1px solid var(--theme-elevation-250); border-radius: var(--style-radius-m);
  box-shadow: 0 6px 20px rgb(0 0 0 / 15%);
}
.portal-search__found h2 { font-size: 1rem; font-weight: 600; margin: 8px 0 2px; }
.portal-search__found h2:first-child { margin-block-start: 0; }
.portal-search__found ul { list-style: none; margin: 0; padding: 0; }
.portal-search__found li a { display: block; padding: 4px 0; overflow-wrap: anywhere; }
.portal-search__found :is(p, small) { margin: 0; color: var(--theme-elevation-650); }
@media (max-width: 768px) {
  .portal-bar nav { flex-wrap: nowrap; overflow-x: auto; width: 100%; }
  .portal-bar nav a { white-space: nowrap; }
}
`;
