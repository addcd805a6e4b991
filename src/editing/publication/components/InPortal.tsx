'use client';

import { FieldLabel, useTranslation } from '@payloadcms/ui';
import { useCallback } from 'react';
import { useLoaded } from '../../../payload/admin/useApi.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { useOwnPublication } from './usePublication.ts';

/** Lists larger than this many bytes are not downloaded to find the element's place. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

const LABEL = bilingual('Στην πύλη', 'On the portal');
const SEE = bilingual('Δείτε τη λίστα', 'See the list');
const NUMBER = bilingual('αριθμός', 'number');
const PLACE = bilingual('θέση', 'position');
const OF = bilingual('από', 'of');

/** The places of the elements with one number, and the length of the list. */
interface Place {
  places: number[];
  of: number;
}

async function placeIn(path: string, apiId: number): Promise<Place | undefined> {
  const response = await fetch(path);
  if (!response.ok || Number(response.headers.get('Content-Length')) > MAX_LIST_BYTES) {
    await response.body?.cancel();
    return undefined;
  }
  const elements = (await response.json()) as { id: number }[];
  const places = elements.flatMap(({ id }, index) => (id === apiId ? [index + 1] : []));
  return places.length > 0 ? { places, of: elements.length } : undefined;
}

/** Links to the list that shows the document, with the element's number and place. Or says why it is not shown. */
export function InPortal() {
  const { language } = useTranslation().i18n;
  const { answer, version } = useOwnPublication();
  const { apiId = null, detail = '', list } = answer ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what tells that the list may have changed
  const load = useCallback(
    async () => (list && apiId !== null ? placeIn(list, apiId) : undefined),
    [list, apiId, version],
  );
  const place = useLoaded(load);
  if (!list && !detail) return null;
  const t = (text: typeof SEE) => translate(text, language);
  return (
    <div className="field-type portal-in-portal">
      <FieldLabel label={t(LABEL)} as="span" />{' '}
      {list && (
        <div>
          <a href={list} target="_blank" rel="noopener noreferrer">
            {t(SEE)}: {t(NUMBER)} {apiId}
            {place && `, ${t(PLACE)} ${place.places.join(', ')} ${t(OF)} ${place.of}`}
          </a>
        </div>
      )}
      {detail && <p>{detail}</p>}
    </div>
  );
}
