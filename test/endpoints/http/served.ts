import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedLists, ServedResponse } from '../../../endpoints/http/index.ts';
import { lists } from '../../../endpoints/lists/index.ts';
import type { BodyPart } from '../../../endpoints/read-model/index.ts';
import { onFileEnd } from '../../support/cleanup.ts';

/** Where `serving` has its response. */
export const TARGET = '/el/api/v1/news-posts/';

export interface CountedResponse extends ServedResponse {
  /** How many parts have been joined. */
  joined: number;
}

/** A response whose parts are joined when they are read, and counted. */
export function responseOf(contents: readonly string[], etag = '"x"'): CountedResponse {
  const response: CountedResponse = {
    etag,
    length: contents.reduce((length, content) => length + Buffer.byteLength(content), 0),
    joined: 0,
    parts: contents.map((content): BodyPart => {
      let bytes: Buffer<ArrayBuffer> | undefined;
      return {
        length: Buffer.byteLength(content),
        get bytes() {
          if (!bytes) response.joined += 1;
          bytes ??= Buffer.from(content);
          return bytes;
        },
      };
    }),
  };
  return response;
}

/** Lists that all have the response that `response` gives. */
export function serving(response: ServedLists['response']): ServedLists {
  return { lists, response };
}

/** A server that stands until the file's tests have ended. */
export async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => void server.close().closeAllConnections());
  return { server, port: (server.address() as AddressInfo).port };
}
