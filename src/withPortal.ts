import type { NextConfig } from 'next';
import { normalizedPrefix, PREFIX } from '../endpoints/http/paths.ts';
import { keepSlashes } from './payload/next/keepSlashes.ts';

export interface WithPortalOptions {
  /**
   * The path prefixes of the lists, as in the plugin's options.
   * @default ['/el/api/v1']
   */
  prefixes?: readonly string[];
}

/**
 * A Next config that keeps the trailing slash of addresses below `prefixes`, since the addresses of lists end in a slash.
 * Elsewhere Next's own redirect applies.
 *
 * @example export default withPayload(withPortal({}, { prefixes: ['/el/api/v1', '/api/v1'] }));
 */
export function withPortal(
  config: NextConfig = {},
  { prefixes = [PREFIX] }: WithPortalOptions = {},
): NextConfig {
  return keepSlashes(config, prefixes.map(normalizedPrefix));
}
