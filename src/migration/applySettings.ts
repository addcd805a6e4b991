import type { BasePayload } from 'payload';
import { settingsGroup } from '../../collections/PortalSettings.ts';
import type { FoundSettings } from './discover.ts';
import { withRetry } from './retry.ts';

const SETTINGS = 'portal-settings';

/**
 * Stores what was found out of the settings. What the last import found out, too, is left alone: it is stored already, or an
 * editor has changed it since. What the capture does not show stays as it is.
 * @returns the names of the settings that were written, such as `news-posts ordering`.
 */
export async function applySettings(
  payload: BasePayload,
  found: FoundSettings,
  last: FoundSettings | undefined,
): Promise<string[]> {
  const data: Record<string, unknown> = {};
  const written: string[] = [];
  if (found.collation !== undefined && found.collation !== last?.collation) {
    data.collation = found.collation;
    written.push('collation');
  }
  const stored = (await payload.findGlobal({ slug: SETTINGS, depth: 0 })) as unknown as Record<
    string,
    unknown
  >;
  for (const [key, { ordering, elementPerLink }] of Object.entries(found.lists)) {
    const before = last?.lists[key];
    const group: Record<string, unknown> = {};
    if (ordering !== undefined && ordering !== before?.ordering) group.ordering = ordering;
    if (elementPerLink !== undefined && elementPerLink !== before?.elementPerLink) {
      group.elementPerLink = elementPerLink;
    }
    const names = Object.keys(group);
    if (names.length === 0) continue;
    const name = settingsGroup(key);
    data[name] = { ...(stored[name] as object | undefined), ...group };
    written.push(...names.map((each) => `${key} ${each}`));
  }
  if (written.length > 0) {
    const options = { depth: 0, overrideAccess: true, context: { portalImport: true } };
    await withRetry(() => payload.updateGlobal({ slug: SETTINGS, data: data as never, ...options }));
  }
  return written;
}

/** The findings to remember: those of this capture, and for what it does not show those of the last one. */
export function rememberedFindings(found: FoundSettings, last: FoundSettings | undefined): FoundSettings {
  const lists = { ...last?.lists };
  for (const [key, settings] of Object.entries(found.lists)) {
    const before = lists[key];
    lists[key] = {
      ...settings,
      ordering: settings.ordering ?? before?.ordering,
      elementPerLink: settings.elementPerLink ?? before?.elementPerLink,
    };
  }
  return { collation: found.collation ?? last?.collation, lists };
}
