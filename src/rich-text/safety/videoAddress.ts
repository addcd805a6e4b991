const YOUTUBE = /^(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;

/** The first of these that is allowed shows the videos of YouTube: without cookies where that is so. */
const YOUTUBE_HOSTS = ['www.youtube-nocookie.com', 'www.youtube.com', 'youtube.com'];

const VIMEO_HOST = 'player.vimeo.com';

/**
 * The address to embed, of what an editor types: the address of a video's page on YouTube or Vimeo, or one of an allowed host
 * as it is. Undefined where no allowed host shows it.
 */
export function videoAddress(typed: string, hosts: readonly string[]): string | undefined {
  const trimmed = typed.trim();
  const whole = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`;
  if (!URL.canParse(whole) || /\s/.test(trimmed)) return undefined;
  const url = new URL(whole);
  const youtube = YOUTUBE.test(url.hostname) ? idOnYoutube(url) : undefined;
  if (youtube) {
    const host = YOUTUBE_HOSTS.find((each) => hosts.includes(each));
    const from = /^\d+/.exec(url.searchParams.get('start') ?? url.searchParams.get('t') ?? '')?.[0];
    return host && `https://${host}/embed/${youtube}${from ? `?start=${from}` : ''}`;
  }
  const [, vimeo] = (/^(?:www\.)?vimeo\.com$/.test(url.hostname) && /^\/(\d+)/.exec(url.pathname)) || [];
  if (vimeo) return hosts.includes(VIMEO_HOST) ? `https://${VIMEO_HOST}/video/${vimeo}` : undefined;
  url.protocol = 'https:';
  return hosts.includes(url.hostname) && url.pathname !== '/' ? url.href : undefined;
}

function idOnYoutube({ hostname, pathname, searchParams }: URL): string | undefined {
  const [, inPath] = /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname) ?? [];
  const short = hostname === 'youtu.be' ? pathname.slice(1) : undefined;
  const id = inPath ?? short ?? searchParams.get('v') ?? '';
  return /^[\w-]{6,20}$/.test(id) ? id : undefined;
}

/** The hosts whose videos texts may embed where a config names no others. */
export const VIDEO_HOSTS: readonly string[] = [
  'www.youtube.com',
  'youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
];
