import type { CollectionConfig, Config } from 'payload';
import type { List } from '../../endpoints/lists/index.ts';
import { portalContent } from '../../src/index.ts';

/** The plugin's collection for one of the portal's lists, in an otherwise empty config. */
export function collectionOf({ key }: Pick<List, 'key'>): CollectionConfig {
  const plugin = portalContent({ media: { own: true } });
  const { collections } = plugin({
    serverURL: 'https://content.portal.example',
    collections: [],
  } as never) as Config;
  const found = collections?.find(({ slug }) => slug === key);
  if (!found) throw new Error(`There is no collection ${key}.`);
  return found;
}
