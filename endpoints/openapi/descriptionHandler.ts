import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type ListPaths, normalizedPrefix, PREFIX, pathOf } from '../http/paths.ts';
import { headerOf, noneMatchHas } from '../http/representations.ts';
import { redirect, withoutBody } from '../http/responses.ts';
import type { Handler, HandlerRequest, HandlerResponse } from '../http/types.ts';
import {
  optionsOf,
  prefix,
  at as property,
  refuseInvalid,
  text,
  value,
} from '../lists/definition/options.ts';
import { PORTAL } from '../lists/definition/references.ts';
import { isPlainHost } from '../lists/definition/texts.ts';
import { type List, lists as portalLists } from '../lists/index.ts';
import { descriptionOptions, openApiDocument } from './openApiDocument.ts';
import { page, STYLE } from './page.ts';
import type { DescriptionOptions } from './types.ts';

/** A Payload config, as far as it matters here. */
interface PayloadConfig {
  custom?: Record<string, unknown> | undefined;
}

/** What the plugin leaves in a Payload config. */
interface PortalOfConfig {
  enabled: boolean;
  lists: readonly List[];
  prefixes: readonly string[];
  paths: ListPaths;
  records: boolean | undefined;
}

export interface DescriptionHandlerOptions extends DescriptionOptions {
  /**
   * The path of the page, outside all prefixes. The document is at `openapi.json` below it.
   * @example '/portal-api'
   */
  at: string;
  /**
   * Your Payload config, whose lists, prefixes, paths and records are described.
   * @default none: the options say them
   * @example await config
   */
  config?: PayloadConfig;
  /** The address of the admin, for a link on the page. @default no link */
  admin?: string;
  /** Additional headers of all responses. @default {} */
  headers?: Readonly<Record<string, string>>;
}

const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

const SECURITY = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_DIGEST}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};
const ALLOW = { Allow: 'GET, HEAD, OPTIONS' };
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

const handlerOptions = optionsOf({
  ...descriptionOptions,
  at: prefix,
  config: value(
    'a Payload config (not a promise) with portalContent() among its plugins',
    (given) => property(property(given, 'custom'), PORTAL) !== undefined,
  ).optional(),
  admin: text("an address or a path, such as '/admin'", /^(?:https?:\/\/|\/(?!\/))\S*$/i).optional(),
  headers: z
    .record(z.string(), text('a text', /^/), { error: "headers by name, such as { 'X-A': 'b' }" })
    .optional(),
} satisfies { [K in keyof Required<DescriptionHandlerOptions>]: z.ZodType });

/**
 * A handler for the reference page of the lists and their OpenAPI document; null for all other paths. Use it beside the lists'
 * handler, with the same adapters.
 *
 * @throws Error that names each invalid option, or if `at` is a prefix of the lists, or below one
 */
export function descriptionHandler(options: DescriptionHandlerOptions): Handler {
  refuseInvalid('descriptionHandler', handlerOptions, options);
  const { config, at, admin, headers: further = {}, ...asked } = options;
  const portal = config?.custom?.[PORTAL] as PortalOfConfig | undefined;
  if (portal?.enabled === false) return () => null;
  const described: DescriptionOptions = { ...portalOptions(portal), ...asked };
  const { lists = portalLists, prefixes = [PREFIX], paths = {}, records = true, url } = described;
  const root = normalizedPrefix(at);
  const addresses = { page: root || '/', document: `${root}/openapi.json` };
  refuseUnderPrefixes(Object.values(addresses), prefixes);
  const document = openApiDocument(described);
  const { title, description } = document.info;
  const json = JSON.stringify(document, null, 2);
  const html = page({
    lists,
    prefixes,
    paths,
    records,
    title,
    description,
    document: addresses.document,
    admin,
  });

  function respond(request: HandlerRequest): HandlerResponse | null {
    const path = pathOf(request.url ?? '/') || '/';
    if (path === `${root}/` && root !== '') return redirect(addresses.page);
    if (path !== addresses.page && path !== addresses.document) return null;
    const { method = 'GET' } = request;
    if (method === 'OPTIONS')
      return { status: 200, headers: { ...ALLOW, 'Content-Length': '0' }, body: null };
    if (method !== 'GET' && method !== 'HEAD') return notAllowed(method);
    return path === addresses.page
      ? represent(request, html(url ?? originOf(request)), HTML)
      : represent(request, json, JSON_TYPE);
  }

  return function descriptionHandler(request) {
    const made = respond(request);
    if (!made) return null;
    const response = { ...made, headers: { ...SECURITY, ...further, ...made.headers } };
    return request.method === 'HEAD' ? withoutBody(response) : response;
  };
}

function portalOptions(portal: PortalOfConfig | undefined): DescriptionOptions {
  if (!portal) return {};
  const { lists, paths, prefixes, records } = portal;
  return { lists, paths, prefixes, ...(records !== undefined && { records }) };
}

function refuseUnderPrefixes(addresses: readonly string[], prefixes: readonly string[]): void {
  for (const prefix of prefixes) {
    const under = addresses.find((address) => `${address}/`.startsWith(`${normalizedPrefix(prefix)}/`));
    if (under === undefined) continue;
    throw new Error(
      `descriptionHandler: ${under} is under the prefix "${prefix}" of the lists; give another "at", such as "/portal-api".`,
    );
  }
}

function represent(request: HandlerRequest, body: string, type: string): HandlerResponse {
  const ETag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const validators = { ETag, 'Cache-Control': 'no-cache' };
  const noneMatch = headerOf(request, 'if-none-match');
  if (noneMatch !== undefined && noneMatchHas(noneMatch, ETag)) {
    return { status: 304, headers: validators, body: null };
  }
  return { status: 200, headers: { ...validators, ...contentHeaders(body, type) }, body };
}

function notAllowed(method: string): HandlerResponse {
  const body = JSON.stringify({ detail: `Method "${method}" not allowed.` });
  return { status: 405, headers: { ...ALLOW, ...contentHeaders(body, JSON_TYPE) }, body };
}

function contentHeaders(body: string, type: string) {
  return { 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) };
}

/** The origin of the request. It is always http here, because a server cannot know of TLS in front of it. */
function originOf(request: HandlerRequest): string {
  const { url = '' } = request;
  if (URL.canParse(url)) return new URL(url).origin;
  const host = headerOf(request, 'host') ?? '';
  return `http://${isPlainHost(host) ? host : 'localhost'}`;
}
