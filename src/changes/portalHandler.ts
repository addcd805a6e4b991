import type { BasePayload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import { ownOptions } from '../../endpoints/http/createHandler.ts';
import { createHandler, type Handler, type HandlerOptions } from '../../endpoints/http/index.ts';
import { optionsOf, refuseInvalid } from '../../endpoints/lists/definition/options.ts';
import { describeError } from '../system/logging/describeError.ts';
import { portalReadModel } from './serving.ts';

/**
 * The HTTP handler for the lists of a running Payload, at the paths in the plugin's options. The first call loads the lists.
 * @throws if `portalContent()` is not among the plugins, an option is invalid, or the first load fails
 * @example app.use(portalRouter(await portalHandler(payload)))
 */
export async function portalHandler(
  payload: BasePayload,
  options: Pick<HandlerOptions, 'age' | 'cacheControl' | 'compression'> = {},
): Promise<Handler> {
  refuseInvalid('portalHandler', optionsOf(ownOptions), options);
  const { cacheControl, enabled, paths, prefixes } = portalOf(payload.config);
  if (!enabled) return () => null;
  return createHandler({
    readModel: await portalReadModel(payload),
    prefixes,
    paths,
    cacheControl,
    onError: (error) => payload.logger.error(describeError(error)),
    ...options,
  });
}
