'use client';

import { useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { lookOf } from '../look.ts';
import type { Preview, PreviewedOthers } from '../types.ts';
import { Frame } from './Frame.tsx';
import { Keys } from './Keys.tsx';
import { Orderings } from './Orderings.tsx';
import { useWords } from './useWords.ts';

/** All that would change on the portal. */
export function PreviewedDocument({ preview }: { preview: Preview }) {
  const words = useWords();
  const { after, keys, orderings, others, problems, styleSheet } = preview;
  return (
    <>
      <p>
        <strong>{words[summaryOf(preview)]}</strong>
      </p>
      {problems.length > 0 && (
        <p className="portal-preview__refusal">
          {words.problem} {problems.join(' ')}
        </p>
      )}
      <Keys keys={keys} styleSheet={styleSheet} />
      <Orderings orderings={orderings} />
      <Others others={others} />
      {after !== null && (
        <>
          <h3>{words.look}</h3>
          <Frame html={lookOf(keys)} isHigh styleSheet={styleSheet} title={words.look} />
          <details>
            <summary>{words.json}</summary>
            <pre className="portal-preview__text portal-preview__json">{after}</pre>
          </details>
        </>
      )}
    </>
  );
}

function summaryOf({ before, after, orderings, others }: Preview) {
  if (before === null && after !== null) return 'appears';
  if (before !== null && after === null) return 'disappears';
  const isChanged = orderings.some((each) => each.isChanged) || others.length > 0;
  if (before !== after) return 'changes';
  if (!isChanged) return 'unchanged';
  return after === null ? 'noElement' : 'changes';
}

function Others({ others }: { others: PreviewedOthers[] }) {
  const words = useWords();
  const { routes } = useConfig().config;
  if (others.length === 0) return null;
  return (
    <>
      <h3>{words.others}</h3>
      {others.map(({ collection, label, count, named }) => (
        <div key={collection}>
          {label} ({count})
          <ul>
            {named.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={formatAdminURL({
                    adminRoute: routes.admin,
                    includeBasePath: true,
                    path: `/collections/${collection}/${id}`,
                  })}
                  rel="noopener noreferrer"
                  target="_blank"
                >
                  {title}
                </a>
              </li>
            ))}
            {count > named.length && (
              <li>
                {count - named.length} {words.more}
              </li>
            )}
          </ul>
        </div>
      ))}
    </>
  );
}
