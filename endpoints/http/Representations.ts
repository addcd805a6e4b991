import type { List } from '../lists/index.ts';
import { LIST_HEADERS, notModified } from './answers.ts';
import { Compressed, tagOf } from './Compressed.ts';
import { noneMatchHas } from './entityTags.ts';
import type { Coding } from './negotiation.ts';
import { Representation } from './Representation.ts';
import type { HandlerRequest, HandlerResponse, ServedResponse } from './types.ts';

export interface RepresentationsOptions {
  /** Whether lists may have codings at all. */
  compression: boolean;
  /** Whether a response is the list in its default order, as it is now. */
  isDefault: (list: List, response: ServedResponse) => boolean;
  onError: (error: unknown) => void;
}

/** Every list as it is now, in every coding that was asked for; each made once for each state of a list. */
export class Representations {
  readonly #isDefault: (list: List, response: ServedResponse) => boolean;
  readonly #vary: string;
  /** Of the default orders, which nearly everybody asks for. A WeakMap would make whatever was asked for once grow old. */
  readonly #identities = new Map<List, Representation>();
  readonly #compressed: Compressed;

  constructor({ compression, isDefault, onError }: RepresentationsOptions) {
    this.#isDefault = isDefault;
    this.#vary = compression ? `${LIST_HEADERS.Vary}, Accept-Encoding` : LIST_HEADERS.Vary;
    this.#compressed = new Compressed({ vary: this.#vary, onError });
  }

  /** A Promise where the list has to be compressed first. */
  answer(
    request: HandlerRequest,
    list: List,
    response: ServedResponse,
    coding: Coding | undefined,
  ): HandlerResponse | Promise<HandlerResponse> {
    const identity = this.#identity(list, response);
    if (coding === undefined) return identity.answer(request);

    const found = this.#compressed.find(response, coding);
    if (found instanceof Representation) return found.answer(request);
    // Who knows the tag has had these bytes; nobody has to make them again for that.
    const tag = tagOf(response.etag, coding);
    const noneMatch = request.headers['if-none-match'];
    if (noneMatch?.includes(tag) && noneMatchHas(noneMatch, tag)) return notModified(tag, this.#vary);

    const isDefault = this.#isDefault(list, response);
    const made =
      found ?? this.#compressed.make({ response, identity, coding, list: isDefault ? list.slug : undefined });
    return made ? made.then((representation) => representation.answer(request)) : identity.answer(request);
  }

  #identity(list: List, response: ServedResponse): Representation {
    const known = this.#identities.get(list);
    if (known?.response === response) return known;
    const identity = new Representation(response, this.#vary);
    if (this.#isDefault(list, response)) this.#identities.set(list, identity);
    return identity;
  }
}
