import type { CollectionConfig, Config } from 'payload';
import { CONTENT_GROUP } from '../../collections/collectionOfList.ts';
import { MEDIA, type Portal, slugOf } from '../../collections/portal/portal.ts';
import { withAdditions } from '../editing/withAdditions.ts';
import type { ResolvedOptions } from './optionsSchema.ts';

const CLIENT = 'payload-portal-content/client';
const SERVER = 'payload-portal-content/rsc';

/**
 * Adds the plugin's components to the list view of a collection. Its own components are kept.
 * @param isHosts whether it is a host's own: fields of several documents can be edited at once, and its form has none of our aids
 */
export function withComponents(collection: CollectionConfig, isHosts: boolean): CollectionConfig {
  return withAdditions(collection, {
    list: isHosts ? [] : [`${SERVER}#Opened`, `${CLIENT}#WithoutRefused`],
    controls: isHosts ? [`${SERVER}#SaveBase`] : [],
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

/**
 * Adds the plugin's parts of the admin, as the options say: above existing components the dashboard, with the bar at the top of
 * every page; the branding; and what all pages need.
 */
export function withAdminParts(
  config: Config,
  portal: Portal,
  { auditLog, branding, dashboard }: ResolvedOptions['admin'],
): NonNullable<Config['admin']> {
  const { admin = {} } = config;
  const { components } = admin;
  const { adminTimes, lists, openId, slugs, timeZone, users } = portal;
  const branded = (name: string) => ({ path: `${CLIENT}#${name}`, clientProps: branding });
  const bar = {
    lists: lists.map(({ key }) => slugOf(portal, key)),
    media: slugOf(portal, MEDIA),
  };
  const withReason = [...Object.values(slugs), ...(users === undefined ? [] : [users])];
  return {
    ...admin,
    // Payload closes messages after four seconds, also those that say why a save was refused.
    toast: { duration: 10_000, ...admin.toast },
    components: {
      ...components,
      ...(branding && {
        graphics: { Icon: branded('PortalIcon'), Logo: branded('PortalLogo'), ...components?.graphics },
      }),
      ...(dashboard && {
        header: [...(components?.header ?? []), { path: `${CLIENT}#PortalBar`, clientProps: bar }],
        beforeDashboard: [...(components?.beforeDashboard ?? []), `${SERVER}#Dashboard`],
      }),
      ...(users && { afterLogin: [`${CLIENT}#SignInCode`, ...(components?.afterLogin ?? [])] }),
      ...(openId && { beforeLogin: [...(components?.beforeLogin ?? []), `${SERVER}#ProviderSignIn`] }),
      providers: [
        ...(components?.providers ?? []),
        openId
          ? { path: `${CLIENT}#Session`, clientProps: { endsAt: `/${users}/oidc/end` } }
          : `${CLIENT}#Session`,
        ...(auditLog
          ? [{ path: `${CLIENT}#WithdrawalReason`, clientProps: { collections: withReason } }]
          : []),
        // The last, since another provider may replace the date locale.
        { path: `${CLIENT}#ZonedDates`, clientProps: { adminTimes, timeZone } },
      ],
    },
  };
}
