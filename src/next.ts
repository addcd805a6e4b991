import { getPayload, type SanitizedConfig } from 'payload';
import { type Portal, portalOf } from '../collections/portal/portal.ts';
import { type FetchHandler, fetchHandler, type RouteMethod } from '../endpoints/http/fetch.ts';
import { notLoaded } from '../endpoints/http/responses.ts';
import { describeError } from './logging/describeError.ts';
import { portalHandler } from './serving/portalHandler.ts';

export { type FetchHandler, fetchHandler, type RouteMethod, routeHandlers } from '../endpoints/http/fetch.ts';

/**
 * The exports of a Next route file below one of the plugin's prefixes. The first request opens the database; `next build` does
 * not. If the lists cannot be loaded, the response is 503 and the reason is logged.
 *
 * @param config the default export of the Payload config
 * @example
 * // app/(portal)/el/api/v1/[[...path]]/route.ts
 * import config from '@payload-config';
 * import { portalRoutes } from 'payload-portal-content/next';
 * export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = portalRoutes(config);
 */
export function portalRoutes(
  config: SanitizedConfig | Promise<SanitizedConfig>,
): Record<RouteMethod, (request: Request) => Promise<Response>> {
  /** Created again when a development server reloads the config. */
  let made: { portal: Portal; handler: FetchHandler } | undefined;

  async function handlerOf(): Promise<FetchHandler> {
    const payload = await getPayload({ config, cron: true });
    const portal = portalOf(payload.config);
    if (made?.portal !== portal) made = { portal, handler: fetchHandler(await portalHandler(payload)) };
    return made.handler;
  }

  async function portalRoute(request: Request): Promise<Response> {
    let handler: FetchHandler;
    try {
      handler = await handlerOf();
    } catch (error) {
      console.error(describeError(error));
      handler = fetchHandler(() => notLoaded);
    }
    return handler(request);
  }

  const methods: RouteMethod[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return Object.fromEntries(methods.map((method) => [method, portalRoute])) as ReturnType<
    typeof portalRoutes
  >;
}
