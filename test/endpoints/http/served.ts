import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedLists } from '../../../endpoints/http/index.ts';
import { lists } from '../../../endpoints/lists/index.ts';
import type { ListResponse } from '../../../endpoints/read-model/index.ts';
import { onFileEnd } from '../../support/cleanup.ts';
import { captured, elementTexts } from '../support/capture.ts';

/** Where `serving` has its response. */
export const TARGET = '/el/api/v1/news-posts/';

export function responseOf(text: string, etag = '"x"'): ListResponse {
  const body = Buffer.from(text);
  return { body, length: body.length, etag };
}

/** Lists that all have the response that `response` gives. */
export function serving(response: ServedLists['response']): ServedLists {
  return { lists, response };
}

/** Empty lists. */
export function emptyLists(): ServedLists {
  const empty = responseOf('[]', '"47DEQpj8HBSa-_TImW-5JC"');
  return serving(() => empty);
}

/** The captured lists; all but one serve their records. In an ordering that was not captured, a list names the ordering that was asked for. */
export function capturedLists() {
  const made = new Map<string, ListResponse>();
  function make(list: string, ordering: string | undefined): ListResponse {
    const isCaptured = ordering === undefined || CAPTURED.includes(`${list} ${ordering}`);
    const name = ordering === undefined ? list : `${list}.ordering=${ordering}`;
    const text = isCaptured ? captured(name) : JSON.stringify([{ list, ordering }]);
    return responseOf(text, `"${createHash('sha256').update(text).digest('base64url')}"`);
  }
  return {
    lists,
    response(list: string, ordering?: string): ListResponse {
      const name = JSON.stringify([list, ordering]);
      const response = made.get(name) ?? make(list, ordering);
      made.set(name, response);
      return response;
    },
    servesRecords: (list: string) => list !== WITHOUT_RECORDS,
    record(list: string, id: number): ListResponse | undefined {
      const text = elementTexts(captured(list)).find((element) => JSON.parse(element).id === id);
      return text === undefined ? undefined : responseOf(text, `"${list}-${id}"`);
    },
  };
}

/** The list of {@link capturedLists} that serves no records. */
export const WITHOUT_RECORDS = 'featured-sections';

const CAPTURED = [
  'featured-sections -section_two_links',
  'service-useful-links title',
  'service-useful-links -title',
];

/** A server that stands until the file's tests have ended. */
export async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => void server.close().closeAllConnections());
  return { server, port: (server.address() as AddressInfo).port };
}
