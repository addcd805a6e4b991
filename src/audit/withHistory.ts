import type { CollectionConfig, SanitizedPermissions } from 'payload';
import { AUDIT_LOG } from './actions.ts';

const Component = 'payload-portal-content/rsc#VersionsView';

/** Payload 3.90 gives paths with one part its own form for documents in the trash, and takes the id there for a part of the path. */
const PATH = '/history/all';

/** The page with the history of a document: that of its versions, or one in its place. */
export function historyPages({ auth, versions }: CollectionConfig) {
  const tab = {
    href: PATH,
    label: ({ t }: { t: (key: string) => string }) => t('version:versions'),
    order: 300,
    // Payload does not wait for an answer here. That of an account is for who reads the whole log.
    condition: ({ permissions }: { permissions?: SanitizedPermissions }) =>
      !auth || Boolean(permissions?.collections?.[AUDIT_LOG]?.read),
  };
  const inItsPlace = {
    history: { Component, path: PATH, tab },
    historyInTrash: { Component, path: `/:id${PATH}` },
  };
  return { views: { edit: versions ? { versions: { Component } } : inItsPlace } as never };
}
