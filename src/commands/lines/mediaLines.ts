import type { HostCount, ImportedMedia } from '../../migration/index.ts';

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

/** What was done with the files of images. */
export function mediaLines(media: ImportedMedia | undefined): string[] {
  if (!media) return [];
  const { copied, there, failed, ownImages } = media;
  return [
    ...(copied + there + failed.length > 0
      ? [`Image files: ${copied} copied, ${there} there already, ${failed.length} not copied.`]
      : []),
    ...failed.map(({ url, reason }) => `  ${url}: ${reason}`),
    ownImages
      ? 'The lists give the addresses of our own image files (--media link goes back).'
      : 'The lists give the addresses of images in the legacy system (--media switch changes that).',
    '',
  ];
}
