import { getPayload, type SanitizedConfig } from 'payload';
import { type Portal, portalOf } from '../collections/portal/portal.ts';
import { basePath, type FetchHandler, nextHandler, type RouteMethod } from '../endpoints/http/fetch.ts';
import { notLoaded } from '../endpoints/http/responses.ts';
import { at, refuseInvalid, value } from '../endpoints/lists/definition/options.ts';
import { portalHandler } from './changes/serving.ts';
import { describeError } from './system/logging/describeError.ts';

export { type FetchHandler, fetchHandler, type RouteMethod, routeHandlers } from '../endpoints/http/fetch.ts';

const payloadConfig = value(
  "the default export of a Payload config: import config from '@payload-config'",
  (given) => given instanceof Promise || Array.isArray(at(given, 'collections')),
);

/**
 * The exports of a Next route file below one of the plugin's prefixes. The first request opens the database; `next build` does
 * not. If the lists cannot be loaded, the response is 503 and the reason is logged.
 *
 * @param config the default export of the Payload config
 * @throws Error if it is none; each request fails if `portalContent()` is not among its plugins
 * @example
 * // app/(portal)/el/api/v1/[[...path]]/route.ts
 * import config from '@payload-config';
 * import { portalRoutes } from 'payload-portal-content/next';
 * export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = portalRoutes(config);
 */
export function portalRoutes(
  config: SanitizedConfig | Promise<SanitizedConfig>,
): Record<RouteMethod, (request: Request) => Promise<Response>> {
  refuseInvalid('portalRoutes', payloadConfig, config);
  /** Created again when a development server reloads the config. */
  let made: { portal: Portal; handler: FetchHandler } | undefined;

  async function handlerOf(): Promise<FetchHandler> {
    const payload = await getPayload({ config, cron: true });
    const portal = portalOf(payload.config);
    if (made?.portal !== portal) made = { portal, handler: nextHandler(await portalHandler(payload)) };
    return made.handler;
  }

  async function portalRoute(request: Request): Promise<Response> {
    // Not a 503: waiting does not help.
    refuseOtherBase(portalOf(await config));
    let handler: FetchHandler;
    try {
      handler = await handlerOf();
    } catch (error) {
      console.error(describeError(error));
      handler = nextHandler(() => notLoaded);
    }
    return handler(request);
  }

  const methods: RouteMethod[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return Object.fromEntries(methods.map((method) => [method, portalRoute])) as ReturnType<
    typeof portalRoutes
  >;
}

/** @throws Error if no list can be asked for, since all prefixes are outside of the app */
function refuseOtherBase({ prefixes }: Portal): void {
  const base = basePath();
  if (prefixes.some((prefix) => `${prefix}/`.startsWith(`${base}/`))) return;
  throw new Error(
    `portalRoutes: this app has the basePath "${base}", and no prefix of portalContent() begins with it. Prefixes are as ` +
      `clients see them: say prefixes: ['${base}${prefixes[0]}'] there and in withPortal().`,
  );
}
