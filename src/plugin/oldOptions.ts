import { type Element, type List, lists as portalLists } from '../../endpoints/lists/index.ts';
import type { PlacedList, PortalContentOptions } from './options.ts';

/** Options with these names are read until version 1.0. */
const OF_ADMIN = ['i18n', 'timeZone', 'adminTimes', 'branding'] as const;
const OF_LISTS = { paths: 'path', captures: 'capture' } as const;

export const OLD_NAMES: readonly string[] = [...OF_ADMIN, ...Object.keys(OF_LISTS)];

/**
 * Options in which old names have become new ones, and a warning for each of them.
 * @throws Error if an option is given by both names
 */
export function withoutOldNames(given: PortalContentOptions): {
  options: PortalContentOptions;
  warnings: string[];
} {
  const { adminTimes, branding, captures, i18n, paths, timeZone, ...options } = given;
  const old = { adminTimes, branding, i18n, timeZone };
  const warnings: string[] = [];
  const named = (name: string, now: string, isTwice: boolean) => {
    if (isTwice) throw new Error(`portalContent: ${name} is given, and ${now} too. Leave out ${name}.`);
    warnings.push(
      `portalContent: "${name}" is an old name. Say ${now} before version 1.0, which does not read it.`,
    );
  };
  const admin: Record<string, unknown> = { ...given.admin };
  for (const name of OF_ADMIN) {
    if (old[name] === undefined) continue;
    named(name, `admin: { ${name} }`, admin[name] !== undefined);
    admin[name] = old[name];
  }
  let lists = (given.lists ?? portalLists).map(placed);
  for (const [name, each] of Object.entries({ captures, paths })) {
    if (each === undefined) continue;
    const now = OF_LISTS[name as keyof typeof OF_LISTS];
    const byKey = new Map(Object.entries(each));
    named(
      name,
      `lists: [{ list, ${now} }]`,
      lists.some(({ list, [now]: own }) => own !== undefined && byKey.has(list.key)),
    );
    lists = lists.map((one) => ({ [now]: byKey.get(one.list.key), ...one }));
  }
  return { options: { ...options, admin, lists }, warnings };
}

/** A list with its place. */
export function placed(given: List<Element> | PlacedList): PlacedList {
  return 'list' in given ? given : { list: given };
}
