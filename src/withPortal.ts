import type { NextConfig } from 'next';
import * as z from 'zod';
import { normalizedPrefix, PREFIX } from '../endpoints/http/paths.ts';
import { isObject } from '../endpoints/lists/definition/json.ts';
import { optionsOf, places, refuseInvalid, value } from '../endpoints/lists/definition/options.ts';
import { keepSlashes } from './payload/keepSlashes.ts';

export interface WithPortalOptions {
  /**
   * The path prefixes of the lists, as in the plugin's options: as clients see them, with the `basePath`.
   * @default ['/el/api/v1']
   */
  prefixes?: readonly string[];
}

const nextConfig = value(
  'an object. Call a function that makes one, and await it, before withPortal()',
  (given) => isObject(given) && !(given instanceof Promise),
);

/**
 * A Next config that keeps the trailing slash of addresses below `prefixes`, since the addresses of lists end in a slash.
 * Elsewhere Next's own redirect applies.
 *
 * @throws Error if the config is no object, or a prefix does not begin with its `basePath`
 * @example export default withPayload(withPortal({}, { prefixes: ['/el/api/v1', '/api/v1'] }));
 */
export function withPortal(config: NextConfig = {}, options: WithPortalOptions = {}): NextConfig {
  refuseInvalid('withPortal', z.object({ config: nextConfig }), { config });
  refuseInvalid('withPortal', optionsOf({ prefixes: places.prefixes }), options);
  const { prefixes = [PREFIX] } = options;
  const plain = prefixes.map(normalizedPrefix);
  const { basePath = '' } = config;
  const outside = plain.find((prefix) => !`${prefix}/`.startsWith(`${basePath}/`));
  if (outside !== undefined) {
    throw new Error(
      `withPortal: the prefix "${outside}" has to begin with the basePath "${basePath}". Prefixes are as clients see them: ` +
        `say prefixes: ['${basePath}${outside}'] here and in portalContent().`,
    );
  }
  return keepSlashes(config, plain);
}
