import type { CollectionConfig, Config } from 'payload';
import { contentHooks, hostMediaHooks } from '../../collections/hooks.ts';
import { Media } from '../../collections/media/index.ts';
import { MEDIA, type Portal, slugOf } from '../../collections/portal/portal.ts';
import type { PortalContentOptions } from './options.ts';
import { overridden } from './overrides.ts';

/**
 * The collection of images: the plugin's own, or the host's with hooks that prevent the removal of used images.
 * @throws if the slug is taken, or there is no such collection
 */
export function mediaCollection(
  portal: Portal,
  option: PortalContentOptions['media'],
  { collections: host = [], sharp }: Pick<Config, 'collections' | 'sharp'>,
): CollectionConfig {
  const hasSharp = sharp !== undefined;
  const slug = slugOf(portal, MEDIA);
  const there = host.find((each) => each.slug === slug);
  if (option && 'own' in option) {
    if (there) {
      throw new Error(
        `portalContent: this Payload config has a "${slug}" already. Use it with media: { slug: '${slug}' }, or give the ` +
          `plugin's another slug: media: { own: { slug: 'portal-media' } }.`,
      );
    }
    const upload = {
      ...(Media.upload as object),
      ...(option.dir !== undefined && { staticDir: option.dir }),
      // Without sharp, Payload would offer both options without effect.
      crop: hasSharp,
      focalPoint: hasSharp,
    };
    const own = overridden({ ...Media, upload }, option.own === true ? {} : option.own);
    const hooks = contentHooks(own.hooks, { kind: MEDIA, isServed: portal.enabled });
    return { ...own, slug, hooks };
  }
  if (!there?.upload) {
    throw new Error(
      `portalContent: images need a collection with upload, and this Payload config has no "${slug}" of that kind. Name ` +
        `yours with media: { slug: '…' }, or let the plugin bring its own with media: { own: true }.`,
    );
  }
  // A host's collection has no hidden values, so it only needs to be protected.
  return { ...there, hooks: hostMediaHooks(there.hooks, portal.enabled) };
}
