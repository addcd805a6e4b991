import type { NextConfig } from 'next';
import { normalizedPrefix, PREFIX } from '../endpoints/http/paths.ts';

export interface WithPortalOptions {
  /**
   * Where the lists stand, as in the plugin's options.
   * @default ['/el/api/v1']
   */
  prefixes?: readonly string[];
}

/**
 * A Next config under whose `prefixes` addresses keep the slash that they end in, as those of lists do. Next would redirect it
 * away, and the lists would redirect it back, for ever. Everywhere else Next's own redirect stays.
 *
 * @example export default withPayload(withPortal({}, { prefixes: ['/el/api/v1', '/api/v1'] }));
 */
export function withPortal(
  config: NextConfig = {},
  { prefixes = [PREFIX] }: WithPortalOptions = {},
): NextConfig {
  const { basePath = '', redirects, trailingSlash } = config;
  // All addresses end in a slash then.
  if (trailingSlash) return config;
  const lists = prefixes.map((prefix) => patternOf(normalizedPrefix(prefix), basePath)).join('|');
  // Next's own: '/:path+/'.
  const source = `/:path((?!(?:${lists})/)(?:[^/]+/)*[^/]+)/`;
  return {
    ...config,
    skipTrailingSlashRedirect: true,
    redirects: async () => [
      { source, destination: '/:path', permanent: true },
      ...((await redirects?.()) ?? []),
    ],
  };
}

/** Next writes the base path before what it compares. */
function patternOf(prefix: string, basePath: string): string {
  const inside = prefix.startsWith(`${basePath}/`) ? prefix.slice(basePath.length) : prefix;
  return encodeURI(inside.slice(1)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
