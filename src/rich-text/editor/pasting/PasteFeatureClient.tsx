'use client';
import { createClientFeature } from '@payloadcms/richtext-lexical/client';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { toast, useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';
import { bilingual, speak } from '../../../i18n/bilingual.ts';
import { loadReader } from './loading.ts';
import { messageOf } from './message.ts';
import { registerPasting } from './pasting.ts';

/** How long it is said what was left out, in milliseconds. */
const SAID = 20_000;

const PLAIN = bilingual(
  'Επικολλήθηκε απλό κείμενο, χωρίς μορφή, λίστες και πίνακες, γιατί κάτι δεν φορτώθηκε. Αναιρέστε το, ανανεώστε τη σελίδα και δοκιμάστε ξανά.',
  'Plain text was pasted, without format, lists and tables, because something could not be loaded. Undo it, reload the page and try again.',
);

export const PasteFeatureClient: ReturnType<typeof createClientFeature> = createClientFeature({
  plugins: [{ Component: Paste, position: 'normal' }],
});

function Paste(): null {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  useEffect(
    () =>
      registerPasting(editor, {
        load: () => loadReader(() => import('../../paste/index.ts')),
        tell: (dropped) => void toast.info(speak(messageOf(dropped), language), { duration: SAID }),
        tellPlain: (error) => {
          console.error(error);
          toast.warning(speak(PLAIN, language), { duration: SAID });
        },
      }),
    [editor, language],
  );
  return null;
}
