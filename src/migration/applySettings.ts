import type { BasePayload } from 'payload';
import { settingsGroup } from '../../collections/PortalSettings.ts';
import type { List } from '../../endpoints/lists/index.ts';
import type { Conflict, FieldConflict } from './conflicts.ts';
import type { FoundSettings } from './discover/index.ts';
import { withRetry } from './retry.ts';

const SETTINGS = 'portal-settings';

/** What was done with the settings. */
export interface AppliedSettings {
  /** Names of what was written, such as `news-posts ordering`. */
  written: string[];
  conflicts: Conflict[];
  /** For the next import: for what the capture does not show, and what stays as it was set by hand, those of the last one. */
  findings: FoundSettings;
}

/** One setting: what an import found out, now and last time, what is stored, and what is there before anybody sets it. */
interface Setting {
  name: string;
  /** The group that it stands in, if any, and its name there. */
  path: [group: string, key: string] | [key: string];
  found: unknown;
  last: unknown;
  stored: unknown;
  standard: unknown;
}

/**
 * Stores what was found out of the settings. What the last import found out, too, is left alone, and so is what somebody has
 * set by hand: what is neither the last finding nor the standard. What the capture does not show stays as it is.
 */
export async function applySettings(
  payload: BasePayload,
  lists: readonly List[],
  found: FoundSettings,
  last: FoundSettings | undefined,
): Promise<AppliedSettings> {
  const stored = (await payload.findGlobal({ slug: SETTINGS, depth: 0 })) as unknown as Data;
  const open = settingsOf(lists, found, last, stored).filter(
    ({ found, last }) => found !== undefined && found !== last,
  );
  const byHand = open.filter(
    ({ found, last, stored, standard }) => stored !== found && stored !== last && stored !== standard,
  );
  const changed = open.filter((each) => !byHand.includes(each));
  const data: Data = {};
  for (const { path, found } of changed) {
    const [group, key] = path;
    if (key === undefined) data[group] = found;
    else data[group] = { ...(data[group] ?? stored[group] ?? {}), [key]: found };
  }
  if (changed.length > 0) {
    const settings = { slug: SETTINGS, data: data as never, depth: 0, overrideAccess: true };
    await withRetry(() => payload.updateGlobal(settings));
  }
  const fields: FieldConflict[] = byHand.map(({ name, stored, found }) => ({
    field: name,
    here: stored,
    source: found,
  }));
  const conflict: Conflict = { list: SETTINGS, apiId: null, title: null, kind: 'changed', fields };
  return {
    written: changed.map(({ name }) => name),
    conflicts: fields.length > 0 ? [conflict] : [],
    findings: rememberedFindings(found, last, new Set(byHand.map(({ name }) => name))),
  };
}

type Data = Record<string, unknown>;

function settingsOf(
  lists: readonly List[],
  found: FoundSettings,
  last: FoundSettings | undefined,
  stored: Data,
): Setting[] {
  const collation: Setting = {
    name: 'collation',
    path: ['collation'],
    found: found.collation,
    last: last?.collation,
    stored: stored.collation,
    standard: 'el',
  };
  const keys = (names: string[] | undefined) => (names ?? []).join(', ');
  const otherCollation: Setting = {
    name: 'otherCollation',
    path: ['otherCollation'],
    // Nothing to store, where nothing was and nothing is.
    found: found.otherCollation || last?.otherCollation ? keys(found.otherCollation) : undefined,
    last: last?.otherCollation && keys(last.otherCollation),
    stored: stored.otherCollation ?? '',
    standard: '',
  };
  const ofLists = lists.flatMap(({ key, defaultOrdering }) => {
    const group = (stored[settingsGroup(key)] ?? {}) as Data;
    const standards = { ordering: defaultOrdering, elementPerLink: false };
    return (['ordering', 'elementPerLink'] as const).map(
      (name): Setting => ({
        name: `${key} ${name}`,
        path: [settingsGroup(key), name],
        found: found.lists[key]?.[name],
        last: last?.lists[key]?.[name],
        stored: group[name] ?? (name === 'ordering' ? '' : false),
        standard: standards[name],
      }),
    );
  });
  return [collation, otherCollation, ...ofLists];
}

function rememberedFindings(
  found: FoundSettings,
  last: FoundSettings | undefined,
  byHand: ReadonlySet<string>,
): FoundSettings {
  const lists = { ...last?.lists };
  const settled = <T>(name: string, now: T, before: T) => (byHand.has(name) ? before : (now ?? before));
  for (const [key, settings] of Object.entries(found.lists)) {
    const before = lists[key];
    lists[key] = {
      ...settings,
      ordering: settled(`${key} ordering`, settings.ordering, before?.ordering),
      elementPerLink: settled(`${key} elementPerLink`, settings.elementPerLink, before?.elementPerLink),
    };
  }
  const otherCollation = settled('otherCollation', found.otherCollation, last?.otherCollation);
  return {
    collation: settled('collation', found.collation, last?.collation),
    ...(otherCollation && { otherCollation }),
    lists,
  };
}
