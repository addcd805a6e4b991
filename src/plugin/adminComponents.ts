import type { CollectionConfig, Config } from 'payload';
import { CONTENT_GROUP } from '../../collections/collectionOfList.ts';
import type { Branding } from '../editing/Branding.tsx';
import { withAdditions } from '../editing/withAdditions.ts';
import { hasEmail } from '../payload/jobs.ts';

const CLIENT = 'payload-portal-content/client';
const SERVER = 'payload-portal-content/rsc';

type Admin = NonNullable<Config['admin']>;

/**
 * Adds the plugin's components to the list view of a collection. Its own components are kept.
 * @param isHosts whether it is a host's own: fields of several documents can be edited at once, and its form has none of our aids
 */
export function withComponents(collection: CollectionConfig, isHosts: boolean): CollectionConfig {
  return withAdditions(collection, {
    list: [
      ...(collection.enableQueryPresets ? [`${CLIENT}#LimitingView`] : []),
      { path: `${CLIENT}#BulkSelection`, clientProps: { hasBulkEdit: isHosts } },
    ],
    controls: isHosts ? [`${CLIENT}#SaveBase`] : [],
  });
}

/**
 * The lists stand in the bar at the top of every page, so the menu and the cards of the first page do not repeat them. What a host
 * has put into another group stays there.
 */
export function inBar(collection: CollectionConfig): CollectionConfig {
  if (collection.admin?.group !== CONTENT_GROUP) return collection;
  return { ...collection, admin: { ...collection.admin, group: false } };
}

interface PagesOptions {
  /** The slugs of the lists, and of the images and files. */
  bar: { lists: string[]; media: string };
  branding: Branding | undefined;
  dashboard: boolean;
  /** Whether the users are the plugin's own. */
  hasOwnUsers: boolean;
  /** Whether there is an inbox. */
  inbox: boolean;
}

/**
 * Adds the dashboard above existing components with the bar at the top of every page, and the branding, as the options say. If
 * the users are the plugin's own and no e-mail can be sent, the page for a forgotten password says whom to ask, unless the host
 * has its own page.
 */
export function withPages(
  config: Config,
  { bar, branding, dashboard, hasOwnUsers, inbox }: PagesOptions,
): Admin {
  const { admin = {} } = config;
  const { components } = admin;
  const forgot = hasOwnUsers && !hasEmail(config) && { forgot: { Component: `${SERVER}#ForgotPassword` } };
  const branded = (name: string) => ({ path: `${CLIENT}#${name}`, clientProps: branding });
  return {
    ...admin,
    components: {
      ...components,
      ...(branding && {
        graphics: { Icon: branded('PortalIcon'), Logo: branded('PortalLogo'), ...components?.graphics },
      }),
      ...(dashboard && {
        header: [
          ...(components?.header ?? []),
          { path: `${CLIENT}#PortalBar`, clientProps: { ...bar, inbox } },
        ],
        beforeDashboard: [...(components?.beforeDashboard ?? []), `${SERVER}#Dashboard`],
      }),
      views: {
        ...forgot,
        ...(inbox && { inbox: { Component: `${SERVER}#InboxView`, path: '/inbox' as const, exact: true } }),
        ...components?.views,
      },
    },
  };
}
