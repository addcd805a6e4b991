'use client';
import { createClientFeature } from '@payloadcms/richtext-lexical/client';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { Button, toast, useDocumentTitle, useTranslation } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { bilingual, speak } from '../../../i18n/bilingual.ts';
import { useApi } from '../../../payload/admin/useApi.ts';
import { loadReader } from './loading.ts';
import { messageOf, uploadLabel } from './message.ts';
import { type OfferedPicture, registerPasting } from './pasting.ts';
import { insertPictures } from './pictures.ts';
import { uploadPictures } from './upload.ts';

/** How long it is said what was left out, in milliseconds. */
const SAID = 20_000;

const PLAIN = bilingual(
  'Επικολλήθηκε απλό κείμενο, χωρίς μορφή, λίστες και πίνακες, γιατί κάτι δεν φορτώθηκε. Αναιρέστε το, ανανεώστε τη σελίδα και δοκιμάστε ξανά.',
  'Plain text was pasted, without format, lists and tables, because something could not be loaded. Undo it, reload the page and try again.',
);
const UPLOADING = bilingual('Οι εικόνες ανεβαίνουν…', 'The pictures are being uploaded…');
const UPLOADED = bilingual(
  'Οι εικόνες μπήκαν στο κείμενο. Γράψτε σε καθεμία τι δείχνει.',
  'The pictures are in the text. Describe what each one shows.',
);

interface Props {
  /** The slug of the collection of images and files; '' where texts have none. */
  media: string;
}

export const PasteFeatureClient: ReturnType<typeof createClientFeature<Props>> = createClientFeature(
  ({ props }) => ({
    plugins: [{ Component: Paste, position: 'normal' }],
    sanitizedClientFeatureProps: props,
  }),
);

function Paste({ clientProps: { media } }: { clientProps: Props }): null {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const offer = useOffer(media);
  useEffect(
    () =>
      registerPasting(editor, {
        takesPictures: media !== '',
        load: () => loadReader(() => import('../../paste/index.ts')),
        tell: (dropped, pictures) => {
          const message = speak(messageOf(dropped, pictures.length), language);
          if (pictures.length > 0) offer.current(message, pictures);
          else toast.info(message, { duration: SAID });
        },
        tellPlain: (error) => {
          console.error(error);
          toast.warning(speak(PLAIN, language), { duration: SAID });
        },
      }),
    [editor, media, language, offer],
  );
  return null;
}

/** Offers pictures for upload until that is done, closed or the text is left. */
function useOffer(media: string) {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const { title } = useDocumentTitle();
  const ask = useApi();
  const shown = useRef<ReturnType<typeof toast.info>[]>([]);
  useEffect(() => () => shown.current.forEach((id) => void toast.dismiss(id)), []);
  const upload = async (pictures: OfferedPicture[], id: ReturnType<typeof toast.info>) => {
    toast.loading(speak(UPLOADING, language), { id });
    const { placed, refusals } = await uploadPictures(ask, { media, pictures, title, language });
    insertPictures(editor, placed);
    if (refusals.length > 0) toast.error(refusals.join(' '), { id, duration: Number.POSITIVE_INFINITY });
    else toast.success(speak(UPLOADED, language), { id, duration: SAID });
  };
  const offer = (message: string, pictures: OfferedPicture[]) => {
    const id = toast.info(
      <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
        {message}
        <Button buttonStyle="secondary" margin={false} onClick={() => void upload(pictures, id)} size="small">
          {speak(uploadLabel(pictures.length), language)}
        </Button>
      </div>,
      { duration: Number.POSITIVE_INFINITY },
    );
    shown.current.push(id);
  };
  // The title is that of the moment when something is pasted.
  const newest = useRef(offer);
  newest.current = offer;
  return newest;
}
