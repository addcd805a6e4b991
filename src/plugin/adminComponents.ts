import type { CollectionConfig, Config, GlobalConfig } from 'payload';

const CLIENT = 'payload-portal-content/client';
const SERVER = 'payload-portal-content/rsc';

type Admin = NonNullable<Config['admin']>;

const lockTime = (timeZone: string) => ({ path: `${CLIENT}#LockTime`, clientProps: { timeZone } });

/** A collection whose lists and documents say what Payload's leave out. What it has of components stays. */
export function withComponents(collection: CollectionConfig, timeZone: string): CollectionConfig {
  const { components } = collection.admin ?? {};
  const { beforeListTable = [], edit } = components ?? {};
  const beforeDocumentControls = [...(edit?.beforeDocumentControls ?? []), lockTime(timeZone)];
  const added = {
    beforeListTable: [...beforeListTable, `${CLIENT}#BulkSelection`],
    edit: { ...edit, beforeDocumentControls },
  };
  return { ...collection, admin: { ...collection.admin, components: { ...components, ...added } } };
}

/** The same of a global. */
export function withGlobalComponents(global: GlobalConfig, timeZone: string): GlobalConfig {
  const { components } = global.admin ?? {};
  const { elements } = components ?? {};
  const beforeDocumentControls = [...(elements?.beforeDocumentControls ?? []), lockTime(timeZone)];
  const added = { elements: { ...elements, beforeDocumentControls } };
  return { ...global, admin: { ...global.admin, components: { ...components, ...added } } };
}

/**
 * The admin of a config whose users are the plugin's own, with a page that says whom to ask for a forgotten password where no
 * e-mail can be sent. A page that the host has put there stays.
 */
export function withPages({ admin = {}, email }: Config): Admin {
  if (email) return admin;
  const { components } = admin;
  const views = { forgot: { Component: `${SERVER}#ForgotPassword` }, ...components?.views };
  return { ...admin, components: { ...components, views } };
}
