import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { headersOfFile } from '../../../collections/media/sendFile.ts';
import { answerWithFile, type FileStore } from '../../system/files/index.ts';
import { describeError } from '../../system/logging/describeError.ts';
import type { Trouble } from '../../system/logging/OperatorError.ts';
import { answerPlainly } from './answers.ts';

/** `max-age` of published files, in seconds. */
const FRESH = 300;

/** Seconds after which a client may try again while storage does not answer. */
const RETRY_AFTER = '10';

interface ImageFile {
  mimeType: unknown;
  isPublished: boolean;
  /** Where it is stored. */
  path: string;
}

export interface ImageFilesOptions {
  files: FileStore;
  /** Gets the state of storage. */
  trouble: Trouble;
  /** The record of a file; undefined if there is none with that name. */
  find(name: string): Promise<ImageFile | undefined>;
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
 * Sends images and other files to who may read them; there is no other file for anybody else. It answers in place of Payload, so
 * that no file of the portal waits for Next.
 */
export function imageFiles(options: ImageFilesOptions): RequestHandler {
  return async function sendImageFile(request, response, pass) {
    const name = nameIn(request.url);
    if (name === undefined) return pass();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const detail = `Method "${request.method}" not allowed.`;
      return answerPlainly(request, response, { status: 405, detail, headers: { Allow: 'GET, HEAD' } });
    }
    // One that is replaced just now is gone, and the other is there.
    const isSent =
      (await send(request, response, name, options)) || (await send(request, response, name, options));
    if (!isSent) answerPlainly(request, response, { status: 404, detail: 'There is no file of that name.' });
  };
}

/** @returns false if there is no such file for the client */
async function send(
  request: Request,
  response: Response,
  name: string,
  { files, find, mayRead, trouble }: ImageFilesOptions,
): Promise<boolean> {
  // No paths. What else is stored has no document, whatever its name.
  const file = !name || /[/\\\0]/.test(name) ? undefined : await find(name);
  if (!file || !(await mayRead(file, request.headers))) return false;
  try {
    const answer = await answerWithFile(files, file.path, {
      method: request.method,
      headerOf: (header) => request.get(header),
      headers: {
        ...headersOfFile(file, name),
        'Cache-Control': file.isPublished ? `public, max-age=${FRESH}` : 'private, no-cache',
      },
    });
    trouble.ends();
    if (!answer) return false;
    const { status, headers, body } = answer;
    if (status === 412 || status === 416) {
      const detail = status === 416 ? 'The file has no such part.' : 'The file is another one by now.';
      answerPlainly(request, response, { status, detail, headers });
    } else if (body) await pipeline(body, response.writeHead(status, headers));
    else response.writeHead(status, headers).end();
  } catch (error) {
    // The client has gone, or sees by the length that the rest is missing.
    if (response.headersSent || response.destroyed) response.destroy();
    else {
      trouble.begins(describeError(error));
      const detail = 'The storage of images and files does not answer at the moment.';
      answerPlainly(request, response, { status: 503, detail, headers: { 'Retry-After': RETRY_AFTER } });
    }
  }
  return true;
}
