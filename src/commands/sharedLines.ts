import type { HostCount, ImportReport } from '../migration/index.ts';

// What an import says, and commands that load no Payload too: types are all that comes from elsewhere.

/** What has to be set for the lists to be where clients ask for them. */
export function prefixLines({ prefixes }: Pick<ImportReport, 'prefixes'>): string[] {
  if (!prefixes) return [];
  return [
    `The legacy system answers at ${prefixes.at(-1)}/, too, and this server does not. Set PREFIXES=${prefixes.join(',')} and start it again; with the plugin in an app of yours, say prefixes: [${prefixes.map((each) => `'${each}'`).join(', ')}].`,
  ];
}

/** The hosts that fields and texts of a capture point to, and which of them is the legacy system. */
export function hostLines(hosts: readonly HostCount[]): string[] {
  if (hosts.length === 0) return [];
  return [
    'What fields and texts point to:',
    ...hosts.map(
      ({ host, fields, texts, isLegacy }) =>
        `  ${host}: ${fields} in fields, ${texts} in texts${isLegacy ? ' (the legacy system)' : ''}`,
    ),
    ...(hosts.some(({ isLegacy }) => isLegacy)
      ? ['What leads to the legacy system has to be served by something when that goes.']
      : []),
  ];
}
