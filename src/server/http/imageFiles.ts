import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { FILE_TYPES, IMAGE_TYPES } from '../../../collections/portal/mediaTypes.ts';
import type { FileStore } from '../../system/files/index.ts';
import type { Trouble } from '../../system/logging/OperatorError.ts';
import { answerPlainly } from './answers.ts';
import { sendObject } from './sendObject.ts';

/** `max-age` of published files, in seconds. */
const FRESH = 300;

const IMAGES = new Set<unknown>(IMAGE_TYPES);

/** Any other file is sent as bytes. */
const TYPES = new Set<unknown>([...IMAGE_TYPES, ...FILE_TYPES]);

export interface ImageFilesOptions {
  files: FileStore;
  /** Gets the state of storage that is no folder. */
  trouble: Trouble;
  /** The record of a file; undefined if there is none with that name. */
  find(name: string): Promise<{ mimeType: unknown; isPublished: boolean } | undefined>;
  /** Whether the sender of such headers may read the file. */
  mayRead(file: { isPublished: boolean }, headers: IncomingHttpHeaders): boolean | Promise<boolean>;
}

/** The name of the requested file, with percent-encoding decoded; undefined for any other path. */
function nameIn(url: string): string | undefined {
  const { pathname } = new URL(url.replace(/^\/+/, '/'), 'http://cms.invalid');
  const [api, media, file, ...rest] = decodeURIComponent(pathname).split('/').filter(Boolean);
  return api === 'api' && media === 'media' && file === 'file' ? rest.join('/') : undefined;
}

/**
 * `Content-Disposition` with a file name in UTF-8 (RFC 6266, 4.3; RFC 8187, 3.2). Only images are opened in a browser; all else
 * is a download.
 */
function disposition(mimeType: unknown, name: string): string {
  const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, escaped);
  return `${IMAGES.has(mimeType) ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
}

/**
 * Sends images and other files to who may read them; there is no other file for anybody else. It replaces Payload's own
 * handler, which leaves the file open when a client aborts the download.
 */
export function imageFiles({ files, find, mayRead, trouble }: ImageFilesOptions): RequestHandler {
  return async function sendImageFile(request, response, pass) {
    const name = nameIn(request.url);
    if (name === undefined) return pass();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const detail = `Method "${request.method}" not allowed.`;
      return answerPlainly(request, response, { status: 405, detail, headers: { Allow: 'GET, HEAD' } });
    }
    const answer = (status: number, detail: string) => {
      for (const header of ['Content-Disposition', 'Content-Type']) response.removeHeader(header);
      answerPlainly(request, response, { status, detail });
    };
    const missing = () => answer(404, 'There is no file of that name.');
    const refuse = (status: number) =>
      answer(status, status === 416 ? 'The file has no such part.' : 'The file is another one by now.');
    // No paths. What else is in the folder has no document, whatever its name.
    if (!name || /[/\\\0]/.test(name)) return missing();
    const file = await find(name);
    if (!file || !(await mayRead(file, request.headers))) return missing();
    response.set({
      'Cache-Control': file.isPublished ? `public, max-age=${FRESH}` : 'private, no-cache',
      'Content-Disposition': disposition(file.mimeType, name),
      'Content-Type': TYPES.has(file.mimeType) ? String(file.mimeType) : 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
    });
    if (files.kind === 'bucket')
      return sendObject(request, response, { files, name, trouble, missing, refuse });
    response.sendFile(name, { root: files.folder, cacheControl: false, dotfiles: 'allow' }, (error) => {
      if (!error || response.headersSent) return;
      const { statusCode } = error as { statusCode?: number };
      return statusCode === 412 || statusCode === 416 ? refuse(statusCode) : missing();
    });
  };
}
