'use client';

import type { Places, PreviewedOrdering } from '../types.ts';
import { useWords } from './useWords.ts';

/** The orderings whose bytes change, with the places of the element. */
export function Orderings({ orderings }: { orderings: PreviewedOrdering[] }) {
  const words = useWords();
  const changed = orderings.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return null;
  const said = ({ places, count }: Places) =>
    places.length === 0 ? '–' : `${places.join(', ')} ${words.of} ${count}`;
  return (
    <>
      <h3>{words.orderings}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.list}</th>
            <th scope="col">{words.ordering}</th>
            <th scope="col">{words.place}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ path, list, isOwn, ordering, before, after }) => (
            <tr key={path}>
              <td>
                <a href={path} rel="noopener noreferrer" target="_blank">
                  {list}
                </a>
              </td>
              <td>{ordering === '' ? words.defaultOrdering : <code>{ordering}</code>}</td>
              <td>{isOwn && `${said(before)} → ${said(after)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
