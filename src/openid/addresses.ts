import type { PayloadRequest } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { portalOf } from '../../collections/portal/portal.ts';

export type Step = 'start' | 'callback' | 'end';

/** The public address of an endpoint of the sign-in by a provider. */
export function addressOf({ payload: { config } }: Pick<PayloadRequest, 'payload'>, step: Step): URL {
  const { serverUrl, users } = portalOf(config);
  return new URL(formatAdminURL({ apiRoute: config.routes.api, path: `/${users}/oidc/${step}` }), serverUrl);
}
