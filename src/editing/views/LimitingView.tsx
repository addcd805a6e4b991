'use client';

import { Button, useListQuery, useTranslation } from '@payloadcms/ui';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';

const LIMITS = bilingual(
  'Η προβολή δείχνει μόνο ένα μέρος της λίστας.',
  'The view shows only a part of the list.',
);
const SEARCHES = bilingual(
  'Η αναζήτηση γίνεται μόνο μέσα στην προβολή.',
  'Only what the view shows is searched.',
);
const SHOW_ALL = bilingual('Εμφάνιση όλων', 'Show all');
const SEARCH_ALL = bilingual('Αναζήτηση σε όλα', 'Search all');

/** Says that a view, which the list remembers, limits it, with a way out that keeps the search. */
export function LimitingView() {
  const { query, refineListData } = useListQuery();
  const { language } = useTranslation().i18n;
  const isLimited = Boolean(query?.preset) && Object.keys(query?.where ?? {}).length > 0;
  const [text, way] = query?.search ? [SEARCHES, SEARCH_ALL] : [LIMITS, SHOW_ALL];
  return (
    <div aria-live="polite">
      {isLimited && (
        <p
          className="portal-limiting-view"
          style={{ alignItems: 'center', display: 'flex', flexWrap: 'wrap', gap: '12px' }}
        >
          {translate(text, language)}
          <Button
            buttonStyle="secondary"
            margin={false}
            // As Payload leaves a view.
            onClick={() => void refineListData({ columns: [], groupBy: '', preset: '', where: {} }, false)}
            size="small"
            type="button"
          >
            {translate(way, language)}
          </Button>
        </p>
      )}
    </div>
  );
}
