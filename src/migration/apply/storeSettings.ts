import type { BasePayload } from 'payload';
import { settingsGroup } from '../../../collections/portal/settingsGroup.ts';

const slug = 'portal-settings' as never;

type Data = Record<string, unknown>;

/** Stores settings, by names such as `news-posts ordering` or `collation`. */
export async function storeSettings(payload: BasePayload, values: Data): Promise<void> {
  const stored = (await payload.findGlobal({ slug, depth: 0 })) as Data;
  const data: Data = {};
  for (const [name, value] of Object.entries(values)) {
    const [list = '', key] = name.split(' ');
    const group = settingsGroup(list);
    if (key === undefined) data[name] = value;
    else data[group] = { ...((data[group] ?? stored[group] ?? {}) as Data), [key]: value };
  }
  await payload.updateGlobal({ slug, data: data as never, depth: 0, overrideAccess: true });
}

/**
 * Has the lists give the addresses of our own image files, or those in the legacy system, or leaves that as it is.
 * @returns which it is now
 */
export async function setOwnImages(payload: BasePayload, wanted: boolean | undefined): Promise<boolean> {
  const { ownImages = false } = (await payload.findGlobal({ slug, depth: 0 })) as { ownImages?: boolean };
  if (wanted === undefined || wanted === ownImages) return ownImages;
  await storeSettings(payload, { ownImages: wanted });
  return wanted;
}
