'use client';

import { differenceOf, type Part } from '../difference.ts';
import type { PreviewedKey } from '../types.ts';
import { Frame } from './Frame.tsx';
import { useWords } from './useWords.ts';

interface Props {
  keys: PreviewedKey[];
  styleSheet: string | null;
}

/** The keys that change, each with its difference; the others folded. */
export function Keys({ keys, styleSheet }: Props) {
  const words = useWords();
  const changed = keys.filter(({ before, after }) => before !== after);
  const same = keys.filter(({ before, after }) => before === after);
  return (
    <>
      {changed.length > 0 && <h3>{words.keys}</h3>}
      {changed.map((each) => (
        <section className="portal-preview__key" key={each.key}>
          <h4>
            {each.label} <code>{each.key}</code>
          </h4>
          {each.decided && <p>{words[each.decided]}</p>}
          {each.type === 'html' ? (
            <HtmlDifference {...each} styleSheet={styleSheet} />
          ) : (
            <Difference {...comparable(each)} />
          )}
        </section>
      ))}
      {same.length > 0 && (
        <details>
          <summary>
            {words.sameKeys} ({same.length})
          </summary>
          {same.map(({ key, label, after }) => (
            <div key={key}>
              <h4>
                {label} <code>{key}</code>
              </h4>
              <pre className="portal-preview__text">{readable(after)}</pre>
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function HtmlDifference({ label, before, after, styleSheet }: PreviewedKey & Pick<Props, 'styleSheet'>) {
  const words = useWords();
  const sides = [
    { name: words.now, html: readable(before) },
    { name: words.later, html: readable(after) },
  ];
  return (
    <>
      <div className="portal-preview__sides">
        {sides.map(({ name, html }) => (
          <div key={name}>
            <div>{name}</div>
            <Frame html={html} styleSheet={styleSheet} title={`${label}: ${name}`} />
          </div>
        ))}
      </div>
      <details open>
        <summary>{words.source}</summary>
        <Difference before={readable(before)} after={readable(after)} />
      </details>
    </>
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
