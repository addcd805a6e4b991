import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onFileEnd } from './cleanup.ts';

/** A legacy system on Django 3.2 to 5.2 with Django REST Framework, as it answered when it was tried. */
export interface DjangoOptions {
  /** The bodies of lists. They may change at any time. */
  bodies: Record<string, string>;
  /** django-cors-headers: `*`, or the origins that are allowed. */
  cors?: '*' | string[];
  /** `UpdateCacheMiddleware`, by seconds. It says the whole `max-age` of an old answer, too, and never an `Age`. */
  cache?: number;
  /** `i18n_patterns` and `LocaleMiddleware`. */
  i18n?: boolean;
  /** `DEFAULT_RENDERER_CLASSES`: the stock ones, or JSON alone. Otherwise `format=api` is JSON, as in the contract. */
  renderers?: 'stock' | 'json';
  allow?: string;
  /** Headers of a cache in front. */
  headers?: Record<string, string>;
  /** Whether a parameter that it does not know is an error. */
  isStrict?: boolean;
}

/** Starts a legacy system on Django. It ends with the test file. */
export async function startDjango(options: DjangoOptions): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const kept = new Map<string, { body: string; until: number }>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(options, kept, request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const NOT_FOUND = '{"detail":"Δε βρέθηκε."}';
const NOT_ACCEPTABLE = '{"detail":"Δεν ήταν δυνατή η ικανοποίηση της επικεφαλίδας Accept της αίτησης."}';

function answer(
  { allow = 'GET, OPTIONS', bodies, cache, cors, headers, i18n, isStrict, renderers }: DjangoOptions,
  kept: Map<string, { body: string; until: number }>,
  { headers: { accept = '', origin }, url: target = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(target, 'http://legacy');
  const isAllowed = origin !== undefined && (cors === '*' || cors?.includes(origin));
  const sites = {
    ...(isAllowed && { 'access-control-allow-origin': cors === '*' ? '*' : origin }),
    Vary: cors ? 'Accept, origin' : 'Accept',
  };
  const json = (status: number, body: string, more: object = {}) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', Allow: allow, ...sites, ...headers, ...more })
      .end(body);
  const [, language, list = '', slash] = /^(\/el)?\/api\/v1\/([\w-]+)(\/?)$/.exec(url.pathname) ?? [];
  const body = bodies[list];
  if (body === undefined || (!language && !i18n)) {
    response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end('<!doctype html>');
  } else if (!language || !slash) {
    const Location = `/el/api/v1/${list}/${url.search}`;
    response.writeHead(language ? 301 : 302, { Location, Vary: 'Accept-Language, Cookie' }).end();
  } else if (
    isStrict &&
    [...url.searchParams.keys()].some((name) => !['format', 'ordering'].includes(name))
  ) {
    json(400, '{"detail":"_"}');
  } else {
    const format = url.searchParams.get('format') ?? 'json';
    if (format === 'api' && renderers === 'stock') {
      if (accept === 'application/json') json(406, NOT_ACCEPTABLE);
      else json(200, '<!DOCTYPE html>', { 'Content-Type': 'text/html; charset=utf-8' });
    } else if (format !== 'json' && (format !== 'api' || renderers === 'json')) json(404, NOT_FOUND);
    else if (cache === undefined) json(200, body);
    else {
      const key = `${target} ${origin}`;
      const known = kept.get(key);
      const made =
        known && known.until > Date.now()
          ? known
          : { body, until: Math.ceil(Date.now() / 1000 + cache) * 1000 };
      kept.set(key, made);
      json(200, made.body, {
        'Cache-Control': `max-age=${cache}`,
        Expires: new Date(made.until).toUTCString(),
      });
    }
  }
}
