'use client';
import { Button, useAllFormFields, useDocumentInfo, useTranslation } from '@payloadcms/ui';
import { useId, useRef, useState } from 'react';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { typedIn, wordsIn } from './typed.ts';

const WORDS = bilingual(
  'Όσα έχετε γράψει εδώ από τότε που ανοίξατε το έγγραφο',
  'What you have written here since you opened the document',
);
const KEEP = bilingual(
  'Μένουν σε αυτόν τον υπολογιστή, και σας προσφέρονται όταν ανοίξετε ξανά το έγγραφο. Μπορείτε και να τα αντιγράψετε.',
  'It stays in this browser, and is offered when you open the document again. You can also copy it.',
);
const COPY = bilingual('Αντιγραφή όσων γράψατε', 'Copy what you wrote');
const COPIED = bilingual('Αντιγράφηκαν.', 'Copied.');
const SELECTED = bilingual('Έχουν επιλεγεί: πατήστε Ctrl+C (⌘C).', 'Selected: press Ctrl+C (⌘C).');

/** The unsaved text, to copy. */
export function UnsavedWords() {
  const { docConfig } = useDocumentInfo();
  const [fields] = useAllFormFields();
  const { i18n } = useTranslation();
  const [said, setSaid] = useState(KEEP);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const words = wordsIn(typedIn(fields), docConfig?.fields ?? [], i18n);
  if (words === '') return null;
  const copy = async () => {
    area.current?.select();
    // The clipboard is not available without TLS, and the browser may deny it.
    const isCopied = await navigator.clipboard?.writeText(words).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? COPIED : SELECTED);
  };
  return (
    <>
      <label htmlFor={id}>{translate(WORDS, i18n.language)}</label>
      <textarea
        id={id}
        readOnly
        ref={area}
        rows={8}
        style={{ font: 'inherit', width: '100%' }}
        value={words}
      />
      <p role="status">{translate(said, i18n.language)}</p>
      <Button buttonStyle="secondary" margin={false} onClick={() => void copy()}>
        {translate(COPY, i18n.language)}
      </Button>
    </>
  );
}
