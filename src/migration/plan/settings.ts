import type { List } from '../../../endpoints/lists/index.ts';
import { collationsOf, type FoundSettings } from '../discover/discoverSettings.ts';
import { keysWithEmptyFirst } from '../discover/empties.ts';
import type { Conflict, FieldConflict } from './compareWithStored.ts';

/** What is done with the settings, by names such as `news-posts ordering`. */
export interface PlannedSettings {
  /** What is known of the source, from this capture and those before. */
  found: FoundSettings;
  /** What is stored. */
  values: Record<string, unknown>;
  conflicts: Conflict[];
  /** For the next import: for what the capture does not show, and what stays as it was set by hand, those of the last one. */
  findings: FoundSettings;
}

/** One setting: what an import found out, now and last time, what is stored, and what is there before anybody sets it. */
interface Setting {
  name: string;
  found: unknown;
  last: unknown;
  stored: unknown;
  standard: unknown;
}

/**
 * Decides which settings are stored. What the last import found out, too, is left alone, and so is what somebody has set by
 * hand: what is neither the last finding nor the standard. What the capture does not show stays as it is.
 */
export function planSettings(
  lists: readonly List[],
  captured: FoundSettings,
  last: FoundSettings | undefined,
  stored: Readonly<Record<string, unknown>>,
): PlannedSettings {
  const found = withUnseenKeys(captured, last);
  const open = settingsOf(lists, found, last, stored).filter(
    ({ found, last }) => found !== undefined && found !== last,
  );
  const byHand = open.filter(
    ({ found, last, stored, standard }) => stored !== found && stored !== last && stored !== standard,
  );
  const fields: FieldConflict[] = byHand.map(({ name, stored, found }) => ({
    field: name,
    here: stored,
    source: found,
  }));
  const conflict: Conflict = { list: 'portal-settings', apiId: null, title: null, kind: 'changed', fields };
  const changed = open.filter((each) => !byHand.includes(each));
  return {
    found,
    values: Object.fromEntries(changed.map(({ name, found }) => [name, found])),
    conflicts: fields.length > 0 ? [conflict] : [],
    findings: rememberedFindings(found, last, new Set(byHand.map(({ name }) => name))),
  };
}

/** With what an earlier capture showed of keys, and this one does not show. */
function withUnseenKeys(found: FoundSettings, last: FoundSettings | undefined): FoundSettings {
  const empties = last?.empties && { empties: { ...last.empties, ...found.empties } };
  if (!last?.shown) return { ...found, ...empties };
  const { otherCollation: _, ...others } = found;
  return { ...others, ...collationsOf({ ...last.shown, ...found.shown }), ...empties };
}

function settingsOf(
  lists: readonly List[],
  found: FoundSettings,
  last: FoundSettings | undefined,
  stored: Readonly<Record<string, unknown>>,
): Setting[] {
  const collation: Setting = {
    name: 'collation',
    found: found.collation,
    last: last?.collation,
    stored: stored.collation,
    standard: 'el',
  };
  const keys = (names: string[] | undefined) => (names ?? []).join(', ');
  const otherCollation: Setting = {
    name: 'otherCollation',
    // Nothing to store, where nothing was and nothing is.
    found: found.otherCollation || last?.otherCollation ? keys(found.otherCollation) : undefined,
    last: last?.otherCollation && keys(last.otherCollation),
    stored: stored.otherCollation ?? '',
    standard: '',
  };
  const [first, before] = [found, last].map((each) => each && keys(keysWithEmptyFirst(each.empties)));
  const emptyFirst: Setting = {
    name: 'emptyFirst',
    found: first || before ? first : undefined,
    last: before,
    stored: stored.emptyFirst ?? '',
    standard: '',
  };
  const ofLists = lists.flatMap(({ key, defaultOrdering }) => {
    const standards = { ordering: defaultOrdering, elementPerLink: false, records: false };
    return (['ordering', 'elementPerLink', 'records'] as const).map(
      (setting): Setting => ({
        name: `${key} ${setting}`,
        found: found.lists[key]?.[setting],
        last: last?.lists[key]?.[setting],
        stored: stored[`${key} ${setting}`] ?? (setting === 'ordering' ? '' : false),
        standard: standards[setting],
      }),
    );
  });
  return [collation, otherCollation, emptyFirst, ...ofLists];
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
    const records = settled(`${key} records`, settings.records, before?.records);
    lists[key] = {
      ...settings,
      ordering: settled(`${key} ordering`, settings.ordering, before?.ordering),
      elementPerLink: settled(`${key} elementPerLink`, settings.elementPerLink, before?.elementPerLink),
      ...(records !== undefined && { records }),
    };
  }
  const otherCollation = settled('otherCollation', found.otherCollation, last?.otherCollation);
  const empties = settled('emptyFirst', found.empties, last?.empties);
  return {
    collation: settled('collation', found.collation, last?.collation),
    ...(otherCollation && { otherCollation }),
    ...(found.shown && { shown: found.shown }),
    ...(empties && { empties }),
    lists,
  };
}
