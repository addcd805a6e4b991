'use client';

import { Link, useConfig, useTranslation } from '@payloadcms/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { bodyOf, useApi } from '../../payload/admin/useApi.ts';
import { bilingual, titleOf, translate } from '../../payload/i18n/bilingual.ts';

const SEARCH = bilingual('Αναζήτηση σε όλες τις λίστες', 'Search all lists');
const NONE = bilingual('Δεν βρέθηκε τίποτα.', 'Nothing was found.');
const FAILED = bilingual('Η αναζήτηση δεν έγινε. Δοκιμάστε ξανά.', 'The search failed. Try again.');
const ALL = bilingual('Όλα', 'All');

/** The number of documents that are named of each list. */
const MAX_NAMED = 4;

/** After the last letter, in milliseconds. */
const TYPING_PAUSE = 300;

interface Props {
  lists: { slug: string; label: string }[];
  addressOf(slug: string, more?: string): string;
}

interface ListMatches {
  slug: string;
  label: string;
  total: number;
  documents: { id: number | string; title: string }[];
}

interface Answer {
  /** What was searched for. */
  words: string;
  /** Null if the server did not answer. */
  found: ListMatches[] | null;
}

/** Finds documents of all lists by their words. */
export function PortalSearch({ addressOf, lists }: Props) {
  const { language } = useTranslation().i18n;
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const answer = useAnswer(words.trim(), lists);
  const t = (text: typeof SEARCH) => translate(text, language);
  const close = () => setOpen(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    place.current?.querySelector('a')?.focus();
  };
  return (
    <search>
      <form
        className="portal-search"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
        ref={place}
      >
        <input
          aria-label={t(SEARCH)}
          autoComplete="off"
          onChange={({ target }) => {
            setWords(target.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          placeholder={t(SEARCH)}
          type="search"
          value={words}
        />
        <div aria-live="polite">
          {isOpen && answer && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are followed by key, too
            // biome-ignore lint/a11y/noStaticElementInteractions: it closes once a link is followed
            <div className="portal-search__found" onClick={close}>
              {answer.found === null && <p>{t(FAILED)}</p>}
              {answer.found?.length === 0 && <p>{t(NONE)}</p>}
              {answer.found?.map(({ documents, label, slug, total }) => (
                <section aria-label={label} key={slug}>
                  <h2>{label}</h2>
                  <ul>
                    {documents.map(({ id, title }) => (
                      <li key={id}>
                        <Link href={addressOf(slug, `/${id}`)} prefetch={false}>
                          {title}
                        </Link>
                      </li>
                    ))}
                    {total > documents.length && (
                      <li>
                        {/* Loaded anew: a list that is open would keep its view. */}
                        <a
                          href={`${addressOf(slug)}?${new URLSearchParams({ preset: '', search: answer.words })}`}
                        >
                          {t(ALL)}: {total}
                        </a>
                      </li>
                    )}
                  </ul>
                </section>
              ))}
            </div>
          )}
        </div>
      </form>
    </search>
  );
}

/** Undefined until something is searched for and answered. */
function useAnswer(words: string, lists: Props['lists']): Answer | undefined {
  const ask = useApi();
  const { getEntityConfig } = useConfig();
  const [answer, setAnswer] = useState<Answer>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are the same as long as the page
  useEffect(() => {
    if (words === '') {
      setAnswer(undefined);
      return undefined;
    }
    const ending = new AbortController();
    const search = async (list: Props['lists'][number]): Promise<ListMatches> => {
      const admin = getEntityConfig({ collectionSlug: list.slug })?.admin;
      const title = admin?.useAsTitle ?? 'id';
      const query = new URLSearchParams({ depth: '0', draft: 'true', limit: String(MAX_NAMED) });
      query.set(`where[${title}][like]`, words);
      query.set(`select[${title}]`, 'true');
      query.set('select[api_id]', 'true');
      const response = await ask(`/${list.slug}?${query}`, { signal: ending.signal });
      const { docs, totalDocs } = await bodyOf<{ docs: Row[]; totalDocs: number }>(response);
      const documents = docs.map((row) => ({
        id: row.id,
        title: (admin && titleOf(admin, row)) ?? `#${row.api_id ?? row.id}`,
      }));
      return { ...list, documents, total: totalDocs };
    };
    const timer = setTimeout(() => {
      Promise.all(lists.map(search)).then(
        (found) => setAnswer({ words, found: found.filter(({ total }) => total > 0) }),
        () => ending.signal.aborted || setAnswer({ words, found: null }),
      );
    }, TYPING_PAUSE);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [ask, words]);
  return answer;
}

type Row = Record<string, unknown> & { id: number | string };
