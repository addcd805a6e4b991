import { AsyncLocalStorage } from 'node:async_hooks';

/** What the log knows of the request that is being answered. */
export interface LoggedRequest {
  /** Each of its lines has it. */
  id: string;
  /** Whether an error is the fault of somebody who has not signed in. Asked only when one is to be logged. */
  isByStranger(error: unknown): Promise<boolean>;
}

const requests = new AsyncLocalStorage<LoggedRequest>();

/** Answers a request: what is logged meanwhile belongs to it. */
export function logRequest<T>(request: LoggedRequest, answer: () => T): T {
  return requests.run(request, answer);
}

/** The request that is being answered; undefined for work that no request has asked for. */
export function loggedRequest(): LoggedRequest | undefined {
  return requests.getStore();
}
