/** The hosts whose videos texts may embed where a config names no others. */
export const VIDEO_HOSTS: readonly string[] = [
  'www.youtube.com',
  'youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
];

/** Where the plugin keeps the hosts that it was given, in a Payload config's `custom`. */
export const VIDEO_HOSTS_KEY = 'portalVideoHosts';

/** The hosts whose pages the texts of a Payload config may embed. */
export function videoHostsOf({ custom }: { custom?: Record<string, unknown> }): readonly string[] {
  return (custom?.[VIDEO_HOSTS_KEY] as readonly string[] | undefined) ?? VIDEO_HOSTS;
}
