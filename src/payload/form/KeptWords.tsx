'use client';
import { Button, useDocumentInfo, useForm, useTranslation } from '@payloadcms/ui';
import { formatDate } from '@payloadcms/ui/shared';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { FormNotice } from './FormNotice.tsx';
import type { Kept } from './keptStore.ts';
import { wordsIn } from './typed.ts';
import { useKeptWords } from './useKeptWords.ts';

const LEFT = bilingual('Γράψατε εδώ και δεν αποθηκεύτηκαν', 'You wrote here, and it was not saved');
const SHOW = bilingual('Δείτε τα', 'Show it');
const RESTORE = bilingual('Επαναφορά τους στη φόρμα', 'Put it back into the form');
const DROP = bilingual('Διαγραφή τους', 'Throw it away');
const NEWER = bilingual(
  'Στο μεταξύ το έγγραφο αποθηκεύτηκε ξανά. Η επαναφορά βάζει όσα γράψατε στη θέση των τωρινών, και δεν αποθηκεύει τίποτα.',
  'The document has been saved again since. Putting it back replaces what is here now, and saves nothing.',
);
const FULL = bilingual(
  'Όσα γράφετε είναι πολλά για να κρατηθούν σε αυτόν τον υπολογιστή: θα χαθούν αν κλείσει η σελίδα πριν τα αποθηκεύσετε.',
  'What you write is too much to be kept in this browser: it is lost if the page closes before you save.',
);

/** Above the form: what was typed into it and not saved, to be put back or thrown away. */
export function KeptWords() {
  const { left, isFull, ...actions } = useKeptWords();
  const { language } = useTranslation().i18n;
  return (
    <>
      {isFull && <FormNotice>{translate(FULL, language)}</FormNotice>}
      {left.map((kept) => (
        <Offer kept={kept} key={kept.key} {...actions} />
      ))}
    </>
  );
}

interface OfferProps {
  kept: Kept;
  restore(kept: Kept): Promise<void>;
  drop(kept: Kept): void;
}

function Offer({ kept, restore, drop }: OfferProps) {
  const { docConfig, data, hasSavePermission } = useDocumentInfo();
  const { disabled } = useForm();
  const { i18n } = useTranslation();
  const t = (text: typeof LEFT) => translate(text, i18n.language);
  const words = wordsIn(kept.data, docConfig?.fields ?? [], i18n);
  const time = formatDate({ date: kept.at, i18n, pattern: 'dd/MM/yyyy HH:mm' });
  const button = (label: string, act: () => void, isOff = false) => (
    <Button buttonStyle="secondary" disabled={isOff} margin={false} onClick={act} size="small" type="button">
      {label}
    </Button>
  );
  return (
    <FormNotice>
      <p>
        <strong>
          {t(LEFT)} ({time})
        </strong>
        {kept.title && `: ${kept.title}`}
      </p>
      {kept.updatedAt !== data?.updatedAt && <p>{t(NEWER)}</p>}
      {words && (
        <details>
          <summary>{t(SHOW)}</summary>
          <pre>{words}</pre>
        </details>
      )}
      <div className="portal-notice__buttons">
        {button(t(RESTORE), () => void restore(kept), disabled || !hasSavePermission)}
        {button(t(DROP), () => drop(kept))}
      </div>
    </FormNotice>
  );
}
