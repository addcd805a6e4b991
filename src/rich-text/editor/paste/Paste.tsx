import { useEditorConfigContext } from '@payloadcms/richtext-lexical/client';
import type { NodeKey } from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { Button, toast, useDocumentTitle, useTranslation } from '@payloadcms/ui';
import { useCallback, useEffect, useId, useRef } from 'react';
import { bodyOf, useApi } from '../../../payload/admin/useApi.ts';
import { holdSaves } from '../../../payload/form/saving.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import type { ReadPaste } from '../../paste/index.ts';
import { LONGEST } from '../../paste/isText.ts';
import { messageOf } from './message.ts';
import { headFirstRows, type OfferedPicture, type Report, registerPasting } from './pasting.ts';
import { insertPictures, withoutBytes } from './pictures.ts';
import { uploadPictures } from './upload.ts';

/** How long it is said what was left out, in milliseconds. */
const SAID = 20_000;

/** How long the server may read, in milliseconds. */
const READ = 20_000;

const PLAIN = bilingual(
  'Επικολλήθηκε απλό κείμενο, χωρίς μορφή, λίστες και πίνακες, γιατί ο διακομιστής δεν το διάβασε. Ελέγξτε ότι είστε ακόμη συνδεδεμένοι, αναιρέστε το και δοκιμάστε ξανά.',
  'Plain text was pasted, without format, lists and tables, because the server did not read it. Check that you are still signed in, undo it and try again.',
);
const TOO_LARGE = bilingual(
  'Επικολλήθηκε απλό κείμενο, χωρίς μορφή, λίστες και πίνακες, γιατί είναι πολύ μεγάλο. Αναιρέστε το και επικολλήστε το σε μέρη.',
  'Plain text was pasted, without format, lists and tables, because it is too large. Undo it, and paste it in parts.',
);
const JOINED = bilingual(
  'Οι γραμμές ενώθηκαν, όπως σε κείμενο από PDF. Με μία αναίρεση (Ctrl+Z) μένουν χωριστές.',
  'The lines were joined, as those of a PDF. Undo once (Ctrl+Z) to have them apart.',
);
const NO_HEADINGS = bilingual('Ο πίνακας δεν έχει επικεφαλίδες.', 'The table has no headings.');
const HEAD = bilingual('Επικεφαλίδες από την πρώτη γραμμή', 'Make the first row headings');
const UPLOAD = bilingual('Ανέβασμα των εικόνων', 'Upload the pictures');
const UPLOADING = bilingual('Οι εικόνες ανεβαίνουν…', 'The pictures are being uploaded…');
const UPLOADED = bilingual(
  'Οι εικόνες μπήκαν στο κείμενο. Γράψτε σε καθεμία τι δείχνει.',
  'The pictures are in the text. Describe what each one shows.',
);

interface Props {
  /** The slug of the collection of images and files; '' where texts have none. */
  media: string;
}

class TooLarge extends Error {}

export function Paste({ clientProps: { media } }: { clientProps: Props }): null {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const ask = useApi();
  const offer = useOffer(media);
  const offerHeadings = useHeadings();
  useBareKeywords();
  useEffect(
    () =>
      registerPasting(editor, {
        media,
        hold: holdSaves,
        read: async ({ html, ...clipboard }, inCell) => {
          const { bare, addressOf } = withoutBytes(html);
          const json = { ...clipboard, html: bare, inCell };
          if (JSON.stringify(json).length > LONGEST) throw new TooLarge();
          const signal = AbortSignal.timeout(READ);
          const answer = await ask('/portal-clipboard', { method: 'POST', json, signal });
          if (answer.status === 413) throw new TooLarge();
          const read = await bodyOf<ReadPaste | null>(answer);
          for (const picture of read?.pictures ?? []) picture.src = addressOf(picture.src);
          return read;
        },
        tell: ({ dropped, pictures, isJoined, tables }: Report) => {
          // The last one stands before the others: what was left out.
          if (tables.length > 0) offerHeadings(tables);
          if (isJoined) toast.info(translate(JOINED, language), { duration: SAID });
          const message = translate(messageOf(dropped, pictures.length), language);
          if (pictures.length > 0) offer.current(message, pictures);
          else if (dropped.length > 0) toast.info(message, { duration: SAID });
        },
        tellPlain: (error) => {
          console.error(error);
          toast.warning(translate(error instanceof TooLarge ? TOO_LARGE : PLAIN, language), {
            duration: SAID,
          });
        },
      }),
    [editor, media, language, ask, offer, offerHeadings],
  );
  return null;
}

/** Lets the names in the "/" menu be found without their accents. */
function useBareKeywords(): void {
  const { editorConfig, fieldProps } = useEditorConfigContext();
  const { i18n } = useTranslation<object, string>();
  useEffect(() => {
    const { featureClientSchemaMap, schemaPath } = fieldProps;
    for (const item of editorConfig.features.slashMenu.groups.flatMap(({ items }) => items)) {
      const { label = item.key, keywords = [] } = item;
      const name = typeof label === 'function' ? label({ featureClientSchemaMap, i18n, schemaPath }) : label;
      const bare = name.normalize('NFD').replace(/\p{M}/gu, '');
      if (!keywords.includes(bare)) item.keywords = [...keywords, bare];
    }
  }, [editorConfig, fieldProps, i18n]);
}

/** Offers to make the first rows of tables headings, until that is done, something else is pasted or the text is left. */
function useHeadings() {
  const [editor] = useLexicalComposerContext();
  const { language } = useTranslation().i18n;
  const id = `headings-${useId()}`;
  useEffect(() => () => void toast.dismiss(id), [id]);
  return useCallback(
    (tables: readonly NodeKey[]) => {
      const head = () => {
        headFirstRows(editor, tables);
        toast.dismiss(id);
      };
      toast.info(
        <Offer label={translate(HEAD, language)} onAccept={head}>
          {translate(NO_HEADINGS, language)}
        </Offer>,
        { id, duration: Number.POSITIVE_INFINITY },
      );
    },
    [editor, id, language],
  );
}

function Offer({ children, label, onAccept }: { children: string; label: string; onAccept: () => void }) {
  return (
    <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
      {children}
      <Button buttonStyle="secondary" margin={false} onClick={onAccept} size="small">
        {label}
      </Button>
    </div>
  );
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
    toast.loading(translate(UPLOADING, language), { id });
    const { placed, refusals } = await uploadPictures(ask, { media, pictures, title, language });
    insertPictures(editor, placed);
    if (refusals.length > 0) toast.error(refusals.join(' '), { id, duration: Number.POSITIVE_INFINITY });
    else toast.success(translate(UPLOADED, language), { id, duration: SAID });
  };
  const offer = (message: string, pictures: OfferedPicture[]) => {
    const id = toast.info(
      <Offer label={translate(UPLOAD, language)} onAccept={() => void upload(pictures, id)}>
        {message}
      </Offer>,
      { duration: Number.POSITIVE_INFINITY },
    );
    shown.current.push(id);
  };
  // The title is that of the moment when something is pasted.
  const newest = useRef(offer);
  newest.current = offer;
  return newest;
}
