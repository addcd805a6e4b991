'use client';

import type { Places, PreviewedOrdering } from '../types.ts';
import { useWords } from './useWords.ts';

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
export function Place({ orderings }: { orderings: PreviewedOrdering[] }) {
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
export function Orderings({ orderings }: { orderings: PreviewedOrdering[] }) {
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
