'use client';

import { useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import type { Preview, PreviewedOthers } from '../types.ts';
import { ChangedValues } from './ChangedValues.tsx';
import { Keys } from './Keys.tsx';
import { Look } from './Look.tsx';
import { Orderings, Place } from './Orderings.tsx';
import { useWords } from './useWords.ts';

/** All that would change on the portal. */
export function PreviewedDocument({ preview, timeZone }: { preview: Preview; timeZone: string }) {
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
      {after !== null && <Look keys={keys} styleSheet={styleSheet} />}
      <ChangedValues keys={keys} timeZone={timeZone} />
      <Place orderings={orderings} />
      <Others others={others} />
      <Orderings orderings={orderings} />
      <Keys keys={keys} />
      {after !== null && (
        <details>
          <summary>{words.json}</summary>
          <pre className="portal-preview__text portal-preview__json">{after}</pre>
        </details>
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
