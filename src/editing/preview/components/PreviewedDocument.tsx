'use client';

import { Button, useConfig, useTranslation } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { goToField } from '../../goToField.ts';
import { differenceOf, type Part } from '../difference.ts';
import { isSeen, lookOf, pageOf } from '../look.ts';
import type { Places, Preview, PreviewedKey, PreviewedOrdering, PreviewedOthers } from '../types.ts';
import { WORDS } from '../words.ts';
import type { FieldError } from './usePreview.ts';

/** The words in the language of the admin. */
export function useWords(): Record<keyof typeof WORDS, string> {
  const { language } = useTranslation().i18n;
  const said = Object.entries(WORDS).map(([name, text]) => [name, translate(text, language)]);
  return Object.fromEntries(said);
}

/** A time as the lists have it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** What changes beside the look, in words. */
function ChangedValues({ keys }: { keys: PreviewedKey[] }) {
  const words = useWords();
  const style = useTimeStyle();
  const inWords = (json: string | null): string => {
    const value: unknown = json === null ? null : JSON.parse(json);
    return said(value) || words.nothing;
  };
  const said = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'string' && TIME.test(value)) return formatTime(value, style);
    if (Array.isArray(value)) return value.map(said).filter(Boolean).join(', ');
    if (typeof value !== 'object' || value === null) return String(value ?? '');
    const { text, title } = value as Record<string, unknown>;
    return String(title ?? text ?? Object.values(value).map(said).join(', '));
  };
  const changed = keys.filter(
    (each) => each.before !== null && each.before !== each.after && !isSeen(each) && !each.decided,
  );
  if (changed.length === 0) return null;
  return (
    <>
      <h3>{words.values}</h3>
      <ul className="portal-preview__values">
        {changed.map(({ after, before, key, label }) => (
          <li key={key}>
            {label}: <del>{inWords(before)}</del> → <ins>{inWords(after)}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The keys with their exact values: those that change with their difference, then the others. */
function Keys({ keys }: { keys: PreviewedKey[] }) {
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

interface LookProps {
  keys: PreviewedKey[];
  styleSheet: string | null;
  heading?: string;
}

/** How an element looks, with what changes marked, in a frame where nothing runs. */
export function Look({ heading, keys, styleSheet }: LookProps) {
  const words = useWords();
  const html = lookOf(keys);
  const isMarked = html.includes('portal-new') || html.includes('portal-gone');
  return (
    <>
      {heading && <h3>{heading}</h3>}
      {isMarked && (
        <p className="portal-preview__marks">
          <ins>{words.added}</ins> · <del>{words.removed}</del>
        </p>
      )}
      <div className="portal-preview__frame">
        <iframe loading="lazy" sandbox="" srcDoc={pageOf(html, styleSheet)} title={words.look} />
      </div>
    </>
  );
}

/** The places of the element, now and after. */
function usePlaces() {
  const words = useWords();
  const said = ({ places, count }: Places) =>
    places.length === 0 ? '–' : `${places.join(', ')} ${words.of} ${count}`;
  return ({ before, after }: PreviewedOrdering) => {
    const [now, later] = [said(before), said(after)];
    return now === later ? now : `${now} → ${later}`;
  };
}

/** The place in the list as the portal usually reads it. */
function Place({ orderings }: { orderings: PreviewedOrdering[] }) {
  const words = useWords();
  const placesOf = usePlaces();
  const usual = orderings.find(({ isOwn, ordering }) => isOwn && ordering === '');
  if (!usual || usual.before.places.length + usual.after.places.length === 0) return null;
  return (
    <p className="portal-preview__place">
      {words.placeInList}: {placesOf(usual)}
    </p>
  );
}

/** The orderings whose bytes change, with the places of the element. */
function Orderings({ orderings }: { orderings: PreviewedOrdering[] }) {
  const words = useWords();
  const placesOf = usePlaces();
  const changed = orderings.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return null;
  return (
    <details>
      <summary>
        {words.orderings} ({changed.length})
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.list}</th>
            <th scope="col">{words.ordering}</th>
            <th scope="col">{words.place}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((each) => (
            <tr key={each.path}>
              <td>
                <a href={each.path} rel="noopener noreferrer" target="_blank">
                  {each.list}
                </a>
              </td>
              <td>
                {each.ordering === '' ? (
                  words.defaultOrdering
                ) : (
                  <>
                    {each.label}
                    {each.ordering.startsWith('-') && `, ${words.descending}`} <code>{each.ordering}</code>
                  </>
                )}
              </td>
              <td>{each.isOwn && placesOf(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

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
      {after !== null && <Look keys={keys} styleSheet={styleSheet} />}
      <ChangedValues keys={keys} />
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

/** How long a drawer takes to close, in milliseconds. */
const CLOSING_TIME = 300;

interface RefusalProps {
  message: string;
  fields: FieldError[];
  /** Closes the drawer. */
  onLeave(): void;
}

/** What a save would refuse, in its words, with a way to each field. */
export function Refusal({ message, fields, onLeave }: RefusalProps) {
  const words = useWords();
  return (
    <div className="portal-preview__refusal">
      <p>{fields.length > 0 ? words.refused : message}</p>
      <ul>
        {fields.map(({ label, message: reason, path }) => (
          <li key={path}>
            <strong>{label || path}</strong>: {reason}{' '}
            <Button
              buttonStyle="none"
              className="portal-preview__to-field"
              extraButtonProps={{ 'aria-label': `${words.toField}: ${label || path}` }}
              margin={false}
              onClick={() => {
                onLeave();
                setTimeout(() => goToField(path, label ?? ''), CLOSING_TIME);
              }}
              type="button"
            >
              {words.toField}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
