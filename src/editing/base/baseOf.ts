import { BASE_HEADER, FORM_HEADER, type Newest, ORDER_HEADER } from '../../../collections/save/headers.ts';
import type { Send } from '../../payload/form/writeRequests.ts';

/** How long a save waits for the form's earlier ones, in milliseconds. After that an automatic draft is given up. */
const TIMEOUT = 3000;

/** What the saves of one open form are based on. */
export interface Base {
  collection: string;
  id: number | string;
  /** The state that the form has loaded, or saved last. Undefined if it is not known: then a save says no base. */
  updatedAt: string | undefined;
  /** The integer of the list's order that the form has loaded; undefined if the list has none. */
  order?: string | undefined;
  /** A key of the form. */
  form: string;
  /** The number of its saves. */
  saves: number;
  pending?: { isAutomatic: boolean; abort: AbortController; done: Promise<void> } | undefined;
}

interface Body {
  doc?: { updatedAt?: string };
  errors?: { message: string; data?: { newest?: Newest; isLate?: boolean } }[];
}

/** The form's key is random, and needs no secure context, which a portal's own network may lack. */
export function newBase({ collection, id, updatedAt }: Pick<Base, 'collection' | 'id' | 'updatedAt'>): Base {
  const form = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
  return { collection, id, updatedAt, form, saves: 0 };
}

export function headersOf({ form, id, order, saves, updatedAt }: Base): Record<string, string> {
  if (updatedAt === undefined) return {};
  return {
    [BASE_HEADER]: `${encodeURIComponent(id)}=${updatedAt}`,
    [FORM_HEADER]: `${form};${saves}`,
    ...(order !== undefined && { [ORDER_HEADER]: order }),
  };
}

/** The newest state, if a request was refused for it. */
export async function refusedFor(
  response: Response,
): Promise<{ newest: Newest; message: string } | undefined> {
  if (response.status !== 409) return undefined;
  const { errors = [] } = (await response.clone().json()) as Body;
  const [error] = errors;
  return error?.data?.newest && !error.data.isLate
    ? { newest: error.data.newest, message: error.message }
    : undefined;
}

/** Sends a save after the earlier ones of the form, with its base, and learns the new one from the answer. */
export async function sendInOrder(base: Base, isAutomatic: boolean, send: Send): Promise<Response> {
  const earlier = base.pending;
  if (earlier) {
    await Promise.race([earlier.done, new Promise((resolve) => setTimeout(resolve, TIMEOUT))]);
    if (earlier.isAutomatic) earlier.abort.abort();
  }
  base.saves += 1;
  const abort = new AbortController();
  const sent = send(headersOf(base), abort.signal).then(async (response) => {
    const { doc } = response.ok ? ((await response.clone().json()) as Body) : {};
    if (doc?.updatedAt && base.pending === own) base.updatedAt = doc.updatedAt;
    return response;
  });
  const done = sent.then(
    () => {},
    () => {},
  );
  const own: Base['pending'] = { isAutomatic, abort, done };
  base.pending = own;
  try {
    return await sent;
  } finally {
    if (base.pending === own) base.pending = undefined;
  }
}
