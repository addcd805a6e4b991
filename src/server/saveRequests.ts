import type { Payload } from 'payload';

const WRITING = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** The last segments of requests that are sent like saves and save nothing: operations on accounts, and previews. */
const NO_SAVES = new Set([
  ...[
    'access',
    'forgot-password',
    'init',
    'login',
    'logout',
    'me',
    'refresh-token',
    'reset-password',
    'unlock',
  ],
  'preview',
]);

interface Asked {
  method?: string | undefined;
  url?: string | undefined;
}

/**
 * Whether a request to Payload's REST saves, restores, duplicates or deletes content. Of what is sent by a POST that stands for
 * a GET, `hasHeader` says so.
 */
export function isSave(
  payload: Pick<Payload, 'collections' | 'globals'>,
  { method = '', url = '' }: Asked,
  hasHeader: (name: string) => boolean,
): boolean {
  const isQuery = hasHeader('x-http-method-override') || hasHeader('x-payload-http-method-override');
  if (isQuery || !WRITING.has(method) || !URL.canParse(url, 'http://cms.invalid')) return false;
  const segments = new URL(url, 'http://cms.invalid').pathname.split('/').filter(Boolean);
  const [api, first, ...rest] = segments;
  if (api !== 'api' || NO_SAVES.has(segments.at(-1) ?? '')) return false;
  return isContent(payload, (first === 'globals' ? rest[0] : first) ?? '');
}

/** True for the collections and globals that editors write. */
function isContent(
  { collections, globals }: Pick<Payload, 'collections' | 'globals'>,
  slug: string,
): boolean {
  const isKnown = Object.hasOwn(collections, slug) || globals.config.some((each) => each.slug === slug);
  return isKnown && !slug.startsWith('payload-');
}
