'use client';
import { toast, useConfig, useTranslation } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bilingual, translate } from '../i18n/bilingual.ts';
import type { Answered } from './answers.ts';

/** What is said where no answer came, or one that nobody can read. */
export const NO_ANSWER = bilingual(
  'Ο διακομιστής δεν απάντησε. Δοκιμάστε ξανά.',
  'The server did not answer. Try again.',
);

/** Sends a request to Payload's REST, as the current user and in the language of the page. */
export type Ask = (path: ApiPath, init?: AskInit) => Promise<Response>;

/** Below the path of the API. */
export type ApiPath = `/${string}`;

type AskInit = Omit<RequestInit, 'headers'> & {
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: object | undefined;
};

/** @param wait how long a question may wait for others to go out with, in milliseconds */
export function useApi(wait = MOMENT): Ask {
  const { routes, serverURL } = useConfig().config;
  const { language } = useTranslation().i18n;
  return useCallback(
    (path, init) => {
      const send: Ask = (to, { json, ...options } = {}) =>
        fetch(formatAdminURL({ apiRoute: routes.api, path: to, serverURL }), {
          credentials: 'include',
          ...options,
          ...(json && { body: JSON.stringify(json) }),
          headers: {
            'Accept-Language': language,
            ...(json && { 'Content-Type': 'application/json' }),
            ...options.headers,
          },
        });
      return init ? send(path, init) : together(path, send, wait);
    },
    [language, routes.api, serverURL, wait],
  );
}

/** What is asked within this time goes out as one request, and once, in milliseconds. A form asks much when it opens. */
const MOMENT = 30;
let asked: { path: ApiPath; wait: number; answer(response: Promise<Response>): void }[] = [];

function together(path: ApiPath, send: Ask, wait: number): Promise<Response> {
  return new Promise((resolve) => {
    const isSent = asked.some((each) => each.wait <= wait);
    asked.push({ path, wait, answer: resolve });
    if (isSent) return;
    setTimeout(() => {
      const all = asked;
      asked = [];
      const paths = [...new Set(all.map((each) => each.path))];
      const ours = paths.filter((each) => each.startsWith('/portal-'));
      const query = new URLSearchParams(ours.map((each) => ['path', each]));
      const answers = ours.length > 1 ? send(`/portal-answers?${query}`).then(bodyOf<Answered>) : undefined;
      for (const each of paths) {
        const found = ours.includes(each) ? answers : undefined;
        const own = found?.then((bodies) => bodies[each] ?? Promise.reject(new Error(each)));
        const response = own?.then(({ body, status }) => Response.json(body, { status })) ?? send(each);
        for (const one of all)
          if (one.path === each) one.answer(response.then((answered) => answered.clone()));
      }
    }, wait);
  });
}

/**
 * The body of an answer. That of a refusal is read too: what is not read keeps its connection.
 * @throws Error for a refusal, and for what is no JSON
 */
export async function bodyOf<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return body as T;
}

/**
 * Loads a value when the component is mounted, and again whenever `load` changes.
 * @returns undefined until it is loaded; null if that failed
 */
export function useLoaded<T>(load: () => Promise<T>): T | null | undefined {
  const [loaded, setLoaded] = useState<T | null>();
  useEffect(() => {
    let isGone = false;
    load().then(
      (value) => !isGone && setLoaded(() => value),
      () => !isGone && setLoaded(null),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return loaded;
}

/**
 * The JSON at a path, loaded when the component is mounted, and again whenever `version` changes.
 * @param path undefined for nothing
 * @returns undefined until it is loaded; null if that failed
 */
export function useAnswer<T>(path: ApiPath | undefined, version: unknown): T | null | undefined {
  const ask = useApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what tells that there may be another answer
  const load = useCallback(
    async () => (path === undefined ? undefined : bodyOf<T>(await ask(path))),
    [ask, path, version],
  );
  return useLoaded(load);
}

export interface Action<T> {
  /** @default POST */
  method?: string;
  /** Sent as JSON. */
  body?: object;
  headers?: Record<string, string>;
  /** What is said when it is done, in the user's language. */
  done: string | ((answer: T) => string);
}

/** Why something was not done, with what is wrong in which fields. */
interface Refused {
  message?: string;
  data?: { errors?: { label?: string; message: string; path: string }[] };
}

interface Actions {
  /** Whether one is on its way. */
  isBusy: boolean;
  /**
   * Asks the server to do something, and says what came of it. While one is on its way, another press of a button does nothing.
   * @returns the answer; undefined if it was refused, or not sent
   */
  act<T extends object>(path: ApiPath, action: Action<T>): Promise<T | undefined>;
}

/** What the buttons of a component do on the server, one at a time. */
export function useAction(): Actions {
  const ask = useApi();
  const { language } = useTranslation().i18n;
  const isSent = useRef(false);
  const [isBusy, setBusy] = useState(false);
  async function act<T extends object>(path: ApiPath, action: Action<T>): Promise<T | undefined> {
    if (isSent.current) return undefined;
    const { body, done, headers, method = 'POST' } = action;
    isSent.current = true;
    setBusy(true);
    try {
      const response = await ask(path, { method, json: body, ...(headers && { headers }) });
      const answer: T & { errors?: Refused[] } = await response.json();
      if (response.ok) {
        toast.success(typeof done === 'string' ? done : done(answer));
        return answer;
      }
      const [refused] = answer.errors ?? [];
      const ofFields = refused?.data?.errors?.map((each) => `${each.label || each.path}: ${each.message}`);
      toast.error(ofFields?.join('\n') || refused?.message || translate(NO_ANSWER, language));
    } catch {
      toast.error(translate(NO_ANSWER, language));
    } finally {
      isSent.current = false;
      setBusy(false);
    }
    return undefined;
  }
  return { isBusy, act };
}
