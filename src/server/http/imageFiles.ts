import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { answerPlainly } from './answers.ts';

/** How long browsers keep it, in seconds. */
const FRESH = 300;

/** Of its own kind alone: a file is never taken for a page. */
const IMAGE = /^image\/(?:jpeg|png|webp|gif|avif)$/;

export interface ImageFilesOptions {
  /** Where the files are. */
  folder: string;
  /** The file's record; undefined where there is none of that name. */
  find(name: string): Promise<{ mimeType: unknown; isPublished: boolean } | undefined>;
  /** Asked only of files that nothing published shows. */
  isSignedIn(headers: IncomingHttpHeaders): Promise<boolean>;
}

/** The name of the requested file, in any spelling of the path; undefined for any other address. */
function nameIn(url: string): string | undefined {
  const { pathname } = new URL(url.replace(/^\/+/, '/'), 'http://cms.invalid');
  const [api, media, file, ...rest] = decodeURIComponent(pathname).split('/').filter(Boolean);
  return api === 'api' && media === 'media' && file === 'file' ? rest.join('/') : undefined;
}

/** RFC 6266, 4.3 with RFC 8187, 3.2. */
function inline(name: string): string {
  const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return `inline; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escaped)}`;
}

/**
 * Sends the files of images: those that something published shows to anybody, the others to who has signed in. Not by
 * Payload, which would leave the file open whenever a client ends a download.
 */
export function imageFiles({ folder, find, isSignedIn }: ImageFilesOptions): RequestHandler {
  return async function sendImageFile(request, response, pass) {
    const name = nameIn(request.url);
    if (name === undefined) return pass();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const detail = `Method "${request.method}" not allowed.`;
      return answerPlainly(request, response, { status: 405, detail, headers: { Allow: 'GET, HEAD' } });
    }
    const missing = () =>
      answerPlainly(request, response, { status: 404, detail: 'There is no image of that name.' });
    // A name is no path, and none of those begins with a dot that Payload gives.
    if (!name || /^\.|[/\\\0]/.test(name)) return missing();
    const image = await find(name);
    if (!image || !(image.isPublished || (await isSignedIn(request.headers)))) return missing();
    response.set({
      'Cache-Control': image.isPublished ? `public, max-age=${FRESH}` : 'private, no-cache',
      'Content-Disposition': inline(name),
      'Content-Type': IMAGE.test(String(image.mimeType))
        ? String(image.mimeType)
        : 'application/octet-stream',
    });
    response.sendFile(name, { root: folder, cacheControl: false }, (error) => {
      if (!error || response.headersSent) return;
      for (const header of ['Content-Disposition', 'Content-Type']) response.removeHeader(header);
      const { statusCode } = error as { statusCode?: number };
      if (statusCode !== 412 && statusCode !== 416) return missing();
      const detail = statusCode === 416 ? 'The file has no such part.' : 'The file is another one by now.';
      answerPlainly(request, response, { status: statusCode, detail });
    });
  };
}
