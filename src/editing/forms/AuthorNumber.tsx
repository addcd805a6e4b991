'use client';

import { Button, useField, useTranslation } from '@payloadcms/ui';
import type { AuthorAnswer } from '../../../collections/users/authorNumbers.ts';
import { useAnswer } from '../../payload/admin/useApi.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';

const FREE = bilingual('Αριθμοί νέων που δεν έχει κανείς:', 'Numbers of posts that nobody has:');

/** Below an author number: the name of its account; in the form of an account without one, those that it may have. */
export function AuthorNumber({ offers = false, path }: { offers?: boolean; path: string }) {
  const { value, setValue } = useField<number | null>({ path });
  const { language } = useTranslation().i18n;
  const asked = offers || value ? (`/portal-authors?number=${value || ''}` as const) : undefined;
  const { free = [], name } = useAnswer<AuthorAnswer>(asked, '') ?? {};
  if (name) return <strong>{name}</strong>;
  if (free.length === 0) return null;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'calc(var(--base) / 4)' }}>
      {translate(FREE, language)}
      {free.map((each) => (
        <Button buttonStyle="pill" key={each} margin={false} onClick={() => setValue(each)} size="small">
          {each}
        </Button>
      ))}
    </div>
  );
}
