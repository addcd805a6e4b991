import type { IncomingMessage } from 'node:http';

/** The languages that the admin speaks. */
const KNOWN = ['el', 'en'];

/**
 * The known language that an Accept-Language header likes best (RFC 9110, 12.5.4), or undefined when it likes none.
 */
export function preferredLanguage(header: string): string | undefined {
  let best: { language: string; quality: number } | undefined;
  for (const range of header.split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = tag.toLowerCase().split('-')[0] ?? '';
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = weight === undefined ? 1 : Number(weight);
    if (KNOWN.includes(language) && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language;
}

/**
 * Leaves only the language that the browser likes best: Payload skips languages it does not ship, Greek among them, and would
 * show English to everybody who lists it as their second.
 */
export function preferKnownLanguage(request: IncomingMessage): void {
  const language = preferredLanguage(request.headers['accept-language'] ?? '');
  if (language) request.headers['accept-language'] = language;
}
