/** The hosts whose videos texts may embed where a config names no others. */
export const VIDEO_HOSTS: readonly string[] = [
  'www.youtube.com',
  'youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
];
