'use client';

import { useTranslation } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { bilingual, speak } from '../../../collections/fields/labels.ts';

/** Beyond so many bytes a list is not read only to say at which place it has the element. */
const MOST_READ = 4 * 1024 * 1024;

const SEE = bilingual('Δείτε τη λίστα της πύλης', 'See the list of the portal');
const PLACE = bilingual('θέση', 'place');
const OF = bilingual('από', 'of');

/** At which places of a list the elements with this number stand, and of how many. */
async function placeIn(path: string, apiId: number): Promise<{ places: number[]; of: number } | undefined> {
  const response = await fetch(path);
  if (!response.ok) return undefined;
  if (Number(response.headers.get('Content-Length')) > MOST_READ) {
    await response.body?.cancel();
    return undefined;
  }
  const elements = (await response.json()) as { id: number }[];
  return {
    places: elements.flatMap(({ id }, index) => (id === apiId ? [index + 1] : [])),
    of: elements.length,
  };
}

interface InListProps {
  /** Of the list. */
  path: string;
  apiId: number | null;
  /** Changes when the list may have. */
  version: string;
}

/** A link to the list that shows a document, which names its element: by its number, and by its place. */
export function InList({ path, apiId, version }: InListProps) {
  const { language } = useTranslation().i18n;
  const [place, setPlace] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what tells that the list may have changed
  useEffect(() => {
    if (apiId === null) return;
    let isGone = false;
    const words = (text: typeof PLACE) => speak(text, language);
    placeIn(path, apiId).then(
      (found) => {
        const isThere = found && found.places.length > 0;
        const text = isThere ? `, ${words(PLACE)} ${found.places.join(', ')} ${words(OF)} ${found.of}` : '';
        if (!isGone) setPlace(text);
      },
      () => !isGone && setPlace(''),
    );
    return () => {
      isGone = true;
    };
  }, [path, apiId, version, language]);
  return (
    <a className="portal-in-list" href={path} target="_blank" rel="noopener noreferrer">
      {speak(SEE, language)} (id {apiId}
      {place})
    </a>
  );
}
