import { Readable } from 'node:stream';
import { type Endpoint, NotFound, type PayloadRequest } from 'payload';
import { answerWithFile } from '../../src/system/files/index.ts';
import { findImageFile, imageStore } from '../access/imageFiles.ts';
import { may } from '../policies/may.ts';
import { FILE_TYPES, IMAGE_TYPES } from '../portal/mediaTypes.ts';

const TYPES: readonly unknown[] = [...IMAGE_TYPES, ...FILE_TYPES];

/**
 * With which headers a file is sent: only images are opened in a browser, all else is a download with its name (RFC 6266, 4.3;
 * RFC 8187, 3.2).
 */
export function headersOfFile({ mimeType }: { mimeType: unknown }, name: string): Record<string, string> {
  const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, escaped);
  const isImage = (IMAGE_TYPES as readonly unknown[]).includes(mimeType);
  return {
    'Content-Disposition': `${isImage ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`,
    // Any other type is sent as bytes.
    'Content-Type': TYPES.includes(mimeType) ? String(mimeType) : 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Sends a stored file as an answer of Payload's endpoints; undefined if it is not there. */
export async function sendFile(
  { headers, method = 'GET', payload }: Pick<PayloadRequest, 'headers' | 'method' | 'payload'>,
  file: { mimeType: unknown; path: string },
  name: string,
  more: Record<string, string> = {},
): Promise<Response | undefined> {
  const answer = await answerWithFile(imageStore(payload), file.path, {
    method,
    headerOf: (header) => headers.get(header),
    headers: { ...headersOfFile(file, name), ...more },
  });
  const body = answer?.body && (Readable.toWeb(answer.body) as ReadableStream);
  return answer && new Response(body ?? null, answer);
}

/** Payload's address of a file, which it would look for under its name. For hosts; the ready-to-run server has its own handler. */
export const fileEndpoint: Endpoint = {
  path: '/file/:filename',
  method: 'get',
  async handler(req) {
    const name = String(req.routeParams?.filename);
    const file = await findImageFile(req.payload, name);
    const answer = file && (await may.readFile(req, file)) ? await sendFile(req, file, name) : undefined;
    if (!answer) throw new NotFound(req.t);
    return answer;
  },
};
