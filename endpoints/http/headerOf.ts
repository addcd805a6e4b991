import type { HandlerRequest } from './types.ts';

/**
 * One header of a request. Node makes the object of all headers when it is first read, which a request without this one need
 * not pay for.
 *
 * @param name in lower case
 */
export function headerOf(request: HandlerRequest, name: string): string | string[] | undefined {
  const { rawHeaders } = request;
  return rawHeaders && !hasHeader(rawHeaders, name) ? undefined : request.headers[name];
}

function hasHeader(rawHeaders: readonly string[], name: string): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] as string;
    if (each.length === name.length && each.toLowerCase() === name) return true;
  }
  return false;
}
