import { Link, useConfig, useTranslation } from '@payloadcms/ui';
import { formatDate } from '@payloadcms/ui/shared';
import { formatAdminURL } from 'payload/shared';
import { meanwhile, type Newest } from '../../../collections/save/sentBase.ts';
import { PanelButton } from '../../payload/admin/PanelButton.tsx';
import { Autosave } from '../../payload/form/Autosave.tsx';
import { FormNotice, useControlsHeight } from '../../payload/form/FormNotice.tsx';
import { KeptWords, type KeyUser } from '../../payload/form/keptWords.tsx';
import { useFocus, useRefusedSaves, useTypedMeanwhile, useTypedText } from '../../payload/form/saving.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { type FormBase, useBase, useDocumentPath, useOpener } from './useBase.ts';

const UNTIL_RESTORED = bilingual(
  'Όσα γράψατε είναι ακόμη εδώ, και αποθηκεύονται αφού κάποιος το επαναφέρει.',
  'What you wrote is still here, and can be saved once somebody has restored it.',
);
const KEPT = bilingual(
  'Όσα γράψατε είναι ακόμη εδώ, και δεν αποθηκεύονται ώσπου να επιλέξετε.',
  'What you wrote is still here, and is not saved until you choose.',
);
const SEE = bilingual('Δείτε τι άλλαξε (νέα καρτέλα)', 'See what has changed (new tab)');
const GO_ON = bilingual('Συνέχεια με τα δικά μου', 'Go on with mine');
const LOAD = bilingual('Απόρριψη των δικών μου, φόρτωση του νεότερου', 'Discard mine, load the newer');
const ALSO_OPEN = bilingual('Το έχουν ανοιχτό κι άλλοι:', 'Others have it open, too:');
const OVERWRITES = bilingual(
  'Η επόμενη αποθήκευση θα αντικαταστήσει το νεότερο.',
  'The next save will replace what is newer.',
);

/** In a page without a form. */
export function Opener({ opener }: { opener: KeyUser | undefined }) {
  useOpener(opener);
  return null;
}

/** In a form of a host's own: its saves say what they are based on, and it is told what others have saved meanwhile. */
export function SaveBase({ opener }: { opener: KeyUser | undefined }) {
  useOpener(opener);
  return <SaveNotice base={useBase()} />;
}

/**
 * Additions to Payload's form: what its saves are based on, retries after refused saves, focus after a save, automatic drafts, and
 * unsaved text, which is kept in the browser.
 */
export function FormAids(props: { opener: KeyUser | undefined }) {
  const opener = useOpener(props.opener);
  useRefusedSaves();
  useTypedText();
  useTypedMeanwhile();
  useFocus();
  useControlsHeight();
  const base = useBase();
  return (
    <>
      <Autosave onSent={base.next} />
      <SaveNotice base={base} />
      <KeptWords opener={opener} />
    </>
  );
}

/** Tells who else has the document open, and what others have saved meanwhile, and asks what to do. */
function SaveNotice({ base }: { base: FormBase }) {
  const { language } = useTranslation().i18n;
  const { isOverwriting, newest, others } = base;
  return (
    <>
      {others.length > 0 && (
        <FormNotice>
          <p>
            {translate(ALSO_OPEN, language)} {others.join(', ')}
          </p>
        </FormNotice>
      )}
      {newest && <NewerState base={base} newest={newest} />}
      <p role="status">{isOverwriting && translate(OVERWRITES, language)}</p>
    </>
  );
}

function NewerState({ base, newest }: { base: FormBase; newest: Newest }) {
  const { routes } = useConfig().config;
  const { i18n } = useTranslation();
  const t = (text: typeof SEE) => translate(text, i18n.language);
  const path = useDocumentPath();
  const { isTrashed, updatedAt, version } = newest;
  const time = formatDate({ date: updatedAt, i18n, pattern: 'HH:mm' });
  const isGlobal = path?.startsWith('globals/');
  const page: `/${string}` = `${isGlobal ? '/' : '/collections/'}${isTrashed ? path?.replace('/', '/trash/') : path}${version === null ? '' : `/versions/${version}`}`;
  return (
    <FormNotice isAlert>
      <p>
        <strong>
          {t(meanwhile(newest))}, {time}.
        </strong>{' '}
        {t(isTrashed ? UNTIL_RESTORED : KEPT)}
      </p>
      <p>
        <Link
          href={formatAdminURL({ adminRoute: routes.admin, path: page })}
          prefetch={false}
          rel="noopener"
          target="_blank"
        >
          {t(SEE)}
        </Link>
      </p>
      <div className="portal-notice__buttons">
        {!isTrashed && (
          <PanelButton isFirst id="action-save-anyway" onClick={base.goOn} size="small">
            {t(GO_ON)}
          </PanelButton>
        )}
        <PanelButton id="action-load-newer" onClick={() => void base.load()} size="small">
          {t(LOAD)}
        </PanelButton>
      </div>
    </FormNotice>
  );
}
