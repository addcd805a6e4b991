import { Failure } from './Failure.ts';

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  UND_ERR_CONNECT_TIMEOUT: 'no connection comes about',
  UND_ERR_HEADERS_TIMEOUT: 'no answer begins',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped',
  UND_ERR_SOCKET: 'the connection broke off',
  ECONNRESET: 'the connection broke off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is cut off',
};

/** What went wrong with a request, whatever threw it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, name, message } = innermost(error);
  if (name === 'TimeoutError')
    return new Failure('not all of the answer came in a quarter of an hour', 'long');
  if (CERTIFICATE.test(code ?? '')) {
    const trust = 'NODE_EXTRA_CA_CERTS=FILE names the authority of an inner network';
    return new Failure(`its certificate is not trusted (${message}); ${trust}`, 'never');
  }
  return new Failure(WORDS[code ?? ''] ?? `no answer (${message})`, 'long', { code });
}

/** The code of what went wrong with a request, such as ENOTFOUND. */
export function codeOf(error: unknown): string | undefined {
  return innermost(error).code;
}

/** Several addresses of one name fail together, and `fetch` wraps what failed. */
function innermost(error: unknown): { code?: string; name: string; message: string } {
  let inner: unknown = error;
  for (let depth = 0; depth < 5; depth++) {
    const next = inner instanceof AggregateError ? inner.errors[0] : (inner as Error | undefined)?.cause;
    if (!(next instanceof Error)) break;
    inner = next;
  }
  return inner instanceof Error ? inner : { name: 'Error', message: String(inner) };
}

/** The milliseconds of `Retry-After`, which has seconds or a date. */
export function retryAfterOf(header: string): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = header === '' ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
