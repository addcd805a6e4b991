import type { List } from '../lists/index.ts';
import { LIST_HEADERS, notModified, type SharedHeaders } from './answers.ts';
import { Compressed, tagOf } from './Compressed.ts';
import { noneMatchHas } from './entityTags.ts';
import { headerOf } from './headerOf.ts';
import type { Coding } from './negotiation.ts';
import { type Heads, headsOf, Representation } from './Representation.ts';
import type { HandlerRequest, HandlerResponse, ServedResponse } from './types.ts';

export interface RepresentationsOptions {
  /** Whether lists may have codings at all. */
  compression: boolean;
  /** As the handler has it. */
  keepAlive: number | undefined;
  /** Whether a response is the list in its default order, as it is now. */
  isDefault: (list: List, response: ServedResponse) => boolean;
  onError: (error: unknown) => void;
}

/** Every list as it is now, in every coding that was asked for; each made once for each state of a list. */
export class Representations {
  readonly #isDefault: (list: List, response: ServedResponse) => boolean;
  readonly #shared: SharedHeaders;
  /** Without a word of the response itself, which would then live until the next full collection. */
  readonly #heads = new WeakMap<ServedResponse, Heads>();
  readonly #compressed: Compressed;

  constructor({ compression, keepAlive, isDefault, onError }: RepresentationsOptions) {
    this.#isDefault = isDefault;
    this.#shared = {
      Vary: compression ? `${LIST_HEADERS.Vary}, Accept-Encoding` : LIST_HEADERS.Vary,
      ...(keepAlive !== undefined && { 'Keep-Alive': `timeout=${keepAlive}` }),
    };
    this.#compressed = new Compressed({ shared: this.#shared, onError });
  }

  /** A Promise where the list has to be compressed first. */
  answer(
    request: HandlerRequest,
    list: List,
    response: ServedResponse,
    coding: Coding | undefined,
  ): HandlerResponse | Promise<HandlerResponse> {
    if (coding === undefined) return this.#identity(response).answer(request);

    const found = this.#compressed.find(response, coding);
    if (found instanceof Representation) return found.answer(request);
    // Who knows the tag has had these bytes; nobody has to make them again for that.
    const tag = tagOf(response.etag, coding);
    const noneMatch = headerOf(request, 'if-none-match');
    if (noneMatch?.includes(tag) && noneMatchHas(noneMatch, tag)) return notModified(tag, this.#shared);

    const identity = this.#identity(response);
    const isDefault = this.#isDefault(list, response);
    const made =
      found ?? this.#compressed.make({ response, identity, coding, list: isDefault ? list.key : undefined });
    return made ? made.then((representation) => representation.answer(request)) : identity.answer(request);
  }

  #identity(response: ServedResponse): Representation {
    let heads = this.#heads.get(response);
    if (!heads) {
      heads = headsOf(response, this.#shared);
      this.#heads.set(response, heads);
    }
    return new Representation(response, heads);
  }
}
