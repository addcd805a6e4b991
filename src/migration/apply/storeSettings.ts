import type { BasePayload } from 'payload';
import { settingsGroup } from '../../../collections/PortalSettings.ts';

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
