import type { CollectionConfig, Config, SanitizedPermissions } from 'payload';
import { AUDIT_LOG, HISTORY } from './actions.ts';

/** Payload 3.90 gives paths with one part its own form for documents in the trash, and takes the id there for a part of the path. */
const PATH = '/history/all';

/** Adds the tab with the history of a document. */
export function withHistory(collection: CollectionConfig): CollectionConfig {
  const { admin } = collection;
  const { components } = admin ?? {};
  const Component = 'payload-portal-content/rsc#HistoryView';
  const history = {
    Component,
    path: PATH,
    tab: {
      href: PATH,
      label: ({ t }: { t: (key: string) => string }) => t('portal:history'),
      order: 900,
      // Payload does not wait for an answer here. That of an account is for who reads the whole log.
      condition: ({ permissions }: { permissions?: SanitizedPermissions }) =>
        !collection.auth || Boolean(permissions?.collections?.[AUDIT_LOG]?.read),
    },
  };
  const historyInTrash = { Component, path: `/:id${PATH}` };
  const edit = { history, historyInTrash, ...components?.views?.edit } as never;
  return {
    ...collection,
    admin: { ...admin, components: { ...components, views: { ...components?.views, edit } } },
  };
}

/** Adds the label of the tab, which Payload takes from the translations. */
export function withHistoryLabel(config: Config): Config {
  const given = config.i18n?.translations as Record<string, object> | undefined;
  const own = Object.entries(HISTORY).map(([language, history]) => [
    language,
    { portal: { history }, ...given?.[language] },
  ]);
  return { ...config, i18n: { ...config.i18n, translations: { ...given, ...Object.fromEntries(own) } } };
}
