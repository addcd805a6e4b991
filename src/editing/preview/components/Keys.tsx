'use client';

import { differenceOf, type Part } from '../difference.ts';
import type { PreviewedKey } from '../types.ts';
import { useWords } from './useWords.ts';

/** The keys with their exact values: those that change with their difference, then the others. */
export function Keys({ keys }: { keys: PreviewedKey[] }) {
  const words = useWords();
  const changed = keys.filter(({ before, after }) => before !== after);
  const same = keys.filter(({ before, after }) => before === after);
  return (
    <details className="portal-preview__keys">
      <summary>{words.keys}</summary>
      {changed.map((each) => (
        <section className="portal-preview__key" key={each.key}>
          <h4>
            {each.label} <code>{each.key}</code>
          </h4>
          {each.decided && <p>{words[each.decided]}</p>}
          <Difference {...comparable(each)} />
        </section>
      ))}
      {same.length > 0 && (
        <>
          <h3>{words.sameKeys}</h3>
          {same.map(({ key, label, after }) => (
            <div key={key}>
              <h4>
                {label} <code>{key}</code>
              </h4>
              <pre className="portal-preview__text">{readable(after)}</pre>
            </div>
          ))}
        </>
      )}
    </details>
  );
}

function Difference({ before, after }: { before: string; after: string }) {
  return (
    <pre className="portal-preview__text">
      {differenceOf(before, after).map((part, at, { length }) => {
        const key = `${at} ${part.in}`;
        if (part.in === 'before') return <del key={key}>{part.text}</del>;
        if (part.in === 'after') return <ins key={key}>{part.text}</ins>;
        return <span key={key}>{shortened(part, at === 0, at === length - 1)}</span>;
      })}
    </pre>
  );
}

/** So much of an unchanged part is shown beside a change, in characters. */
const CONTEXT = 200;

function shortened({ text }: Part, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * CONTEXT) return text;
  const begin = isFirst ? '' : text.slice(0, CONTEXT);
  const end = isLast ? '' : text.slice(-CONTEXT);
  return `${begin} […] ${end}`;
}

/** Both sides as text; the exact JSON where nothing else sets them apart. */
function comparable({ before, after }: PreviewedKey): { before: string; after: string } {
  const sides = { before: readable(before), after: readable(after) };
  return sides.before === sides.after ? { before: before ?? '', after: after ?? '' } : sides;
}

/** A text as it reads, anything else as JSON in lines. */
function readable(json: string | null): string {
  if (json === null) return '';
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : json;
}
