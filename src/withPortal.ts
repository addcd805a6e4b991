import type { NextConfig } from 'next';
import { normalizedPrefix, PREFIX } from '../endpoints/http/paths.ts';
import { keepSlashes } from './payload/next/keepSlashes.ts';

export interface WithPortalOptions {
  /**
   * Where the lists stand, as in the plugin's options.
   * @default ['/el/api/v1']
   */
  prefixes?: readonly string[];
}

/**
 * A Next config under whose `prefixes` addresses keep the slash that they end in, as those of lists do. Everywhere
 * else Next's own redirect stays.
 *
 * @example export default withPayload(withPortal({}, { prefixes: ['/el/api/v1', '/api/v1'] }));
 */
export function withPortal(
  config: NextConfig = {},
  { prefixes = [PREFIX] }: WithPortalOptions = {},
): NextConfig {
  return keepSlashes(config, prefixes.map(normalizedPrefix));
}
