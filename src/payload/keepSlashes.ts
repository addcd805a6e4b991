import type { NextConfig } from 'next';

/**
 * A Next config that keeps the trailing slash of addresses below `paths`. Next 16 redirects before any handler or proxy file
 * runs, either for all addresses or, with `skipTrailingSlashRedirect`, for none.
 *
 * Needed for: the lists, whose addresses end in a slash. They redirect to it themselves, which would cause a loop.
 * @param paths each without a trailing slash
 */
export function keepSlashes(config: NextConfig, paths: readonly string[]): NextConfig {
  const { basePath = '', redirects, trailingSlash } = config;
  // With `trailingSlash` all addresses keep the slash.
  if (trailingSlash) return config;
  const kept = paths.map((path) => patternOf(path, basePath)).join('|');
  // The pattern replaces Next's own '/:path+/'.
  const source = `/:path((?!(?:${kept})/)(?:[^/]+/)*[^/]+)/`;
  return {
    ...config,
    skipTrailingSlashRedirect: true,
    redirects: async () => [
      { source, destination: '/:path', permanent: true },
      ...((await redirects?.()) ?? []),
    ],
  };
}

/** The pattern of a path, without the base path, which Next adds itself. */
function patternOf(path: string, basePath: string): string {
  return encodeURI(path.slice(basePath.length + 1)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
