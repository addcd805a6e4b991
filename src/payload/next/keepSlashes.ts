import type { NextConfig } from 'next';

/**
 * A Next config under whose `paths` addresses keep the slash that they end in. Next 16 redirects it away before any handler
 * or proxy file is asked, for all addresses or, with `skipTrailingSlashRedirect`, for none.
 *
 * Depends on it: the lists, whose addresses end in a slash and which redirect to it; both at once would go on for ever.
 * @param paths each without a slash at its end
 */
export function keepSlashes(config: NextConfig, paths: readonly string[]): NextConfig {
  const { basePath = '', redirects, trailingSlash } = config;
  // All addresses end in a slash then.
  if (trailingSlash) return config;
  const kept = paths.map((path) => patternOf(path, basePath)).join('|');
  // Next's own: '/:path+/'.
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

/** Next writes the base path before what it compares. */
function patternOf(path: string, basePath: string): string {
  const inside = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  return encodeURI(inside.slice(1)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
