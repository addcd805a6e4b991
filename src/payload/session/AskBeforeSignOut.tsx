'use client';
import { Button, useAuth, useConfig, useTranslation } from '@payloadcms/ui';
import { formatDate } from '@payloadcms/ui/shared';
import { usePathname, useRouter } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { type ReactNode, useEffect, useState } from 'react';
import { forget, type Kept, keptUnder, keyOf } from '../form/keptStore.ts';
import { bilingual, translate } from '../i18n/bilingual.ts';

const HEADING = bilingual('Γράψατε και δεν αποθηκεύτηκαν', 'You wrote, and it was not saved');
const UNTITLED = bilingual('Χωρίς τίτλο', 'Untitled');
const WHERE = bilingual(
  'Βρίσκονται μόνο σε αυτόν τον υπολογιστή. Αν τον χρησιμοποιούν και άλλοι, αποθηκεύστε τα ή διαγράψτε τα.',
  'It is only in this browser. If others use it too, save it or throw it away.',
);
const STAY = bilingual('Επιστροφή', 'Go back');
const KEEP = bilingual('Αποσύνδεση, και να μείνουν εδώ', 'Log out, and keep it here');
const DROP = bilingual('Αποσύνδεση και διαγραφή τους', 'Log out and throw it away');

/** Asks, before a user signs out, what becomes of what they typed and did not save. */
export function AskBeforeSignOut({ children }: { children?: ReactNode }) {
  const { admin, routes } = useConfig().config;
  const signOut = formatAdminURL({ adminRoute: routes.admin, path: admin.routes.logout });
  return usePathname() === signOut ? <Question>{children}</Question> : children;
}

function Question({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const { i18n } = useTranslation();
  const router = useRouter();
  // Undefined until the browser's storage has been read: signing out begins when the page is rendered.
  const [kept, setKept] = useState<Kept[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since signing out changes the user
  useEffect(() => setKept(user ? keptUnder(keyOf(user)) : []), []);
  if (!kept) return null;
  if (kept.length === 0) return children;
  const t = (text: typeof HEADING) => translate(text, i18n.language);
  const drop = () => {
    for (const { key } of kept) forget(key);
    setKept([]);
  };
  return (
    <main style={{ display: 'grid', gap: 'var(--base)', margin: '10vh auto', width: 'min(90vw, 40rem)' }}>
      <h1>{t(HEADING)}</h1>
      <ul style={{ margin: 0 }}>
        {kept.map(({ at, key, title }) => (
          <li key={key}>
            {title || t(UNTITLED)} ({formatDate({ date: at, i18n, pattern: 'dd/MM/yyyy HH:mm' })})
          </li>
        ))}
      </ul>
      <p style={{ margin: 0 }}>{t(WHERE)}</p>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 'calc(var(--base) / 2)' }}>
        <Button margin={false} onClick={() => router.back()}>
          {t(STAY)}
        </Button>
        <Button buttonStyle="secondary" margin={false} onClick={() => setKept([])}>
          {t(KEEP)}
        </Button>
        <Button buttonStyle="secondary" margin={false} onClick={drop}>
          {t(DROP)}
        </Button>
      </div>
    </main>
  );
}
