import type { ListPaths } from '../http/index.ts';
import type { JsonSchema } from '../lists/definition/schemas.ts';
import type { List } from '../lists/index.ts';

export interface DescriptionOptions {
  /** @default the five */
  lists?: readonly List[];
  /** As in the options of the lists' handler. @default ['/el/api/v1'] */
  prefixes?: readonly string[];
  /** As in the options of the lists' handler. @default {} */
  paths?: ListPaths;
  /**
   * Whether records are described: elements that are read by their ids, as far as the portal settings allow it.
   * @default true
   */
  records?: boolean;
  /**
   * The server's public address, without a path.
   * @default `/` in the document, which is the server that sends it; on the page, the origin of the request
   * @example 'https://content.portal.example'
   */
  url?: string | undefined;
  /** The title of the description. @default 'Portal content' */
  title?: string;
}

/** A part of the document without a detailed type. */
export type Part = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'head' | 'options', Part>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, Part>>;
    readonly parameters: Readonly<Record<string, Part>>;
    readonly responses: Readonly<Record<string, Part>>;
  };
}
