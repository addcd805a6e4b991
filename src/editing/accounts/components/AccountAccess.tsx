'use client';

import { Button, useDocumentInfo } from '@payloadcms/ui';
import { type FormEvent, type InputHTMLAttributes, useState } from 'react';
import { PanelButton } from '../../../payload/admin/PanelButton.tsx';
import { type ApiPath, useAction, useAnswer } from '../../../payload/admin/useApi.ts';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { DocumentPanel, Loaded } from '../../DocumentPanel.tsx';
import type { AccessAnswer } from '../endpoints.ts';

const WORDS = {
  title: bilingual('Σύνδεση στον λογαριασμό', 'Signing in'),
  factor: bilingual('Δεύτερος παράγοντας', 'Second factor'),
  about: bilingual(
    'Η σύνδεση με κωδικό πρόσβασης ζητά και έναν κωδικό μίας χρήσης, από μια εφαρμογή στο κινητό.',
    'Signing in by password asks for a one-time code too, from an app on the phone.',
  ),
  none: bilingual('Δεν έχει οριστεί.', 'Not set up.'),
  until: bilingual(
    'Χρειάζεται: χωρίς αυτόν η σύνδεση γίνεται έως',
    'It is needed: without it, one can sign in until',
  ),
  since: bilingual('Ορίστηκε', 'Set up'),
  codesLeft: bilingual('Κωδικοί ανάκτησης που μένουν:', 'Recovery codes left:'),
  setUp: bilingual('Ορισμός', 'Set up'),
  setUpAnew: bilingual('Άλλο κινητό, ή νέοι κωδικοί ανάκτησης', 'Another phone, or new recovery codes'),
  remove: bilingual('Αφαίρεση, και νέες μέρες για να οριστεί', 'Remove, with new days to set it up'),
  scan: bilingual(
    'Σκανάρετε την εικόνα με την εφαρμογή, ή γράψτε εκεί:',
    'Scan the picture with the app, or type there:',
  ),
  newCode: bilingual('Κωδικός που δείχνει τώρα η εφαρμογή', 'Code that the app shows now'),
  code: bilingual(
    'Κωδικός από το ως τώρα κινητό, ή κωδικός ανάκτησης',
    'Code from the phone until now, or a recovery code',
  ),
  password: bilingual('Τωρινός κωδικός πρόσβασης', 'Current password'),
  done: bilingual('Έγινε.', 'Done.'),
  keep: bilingual(
    'Κωδικοί ανάκτησης, για όταν λείπει το κινητό. Ο καθένας ισχύει μία φορά. Κρατήστε τους τώρα: δεν θα ξαναφανούν.',
    'Recovery codes, for when the phone is missing. Each works once. Keep them now: they are not shown again.',
  ),
};

/** A button in the form of an account: its second factor. */
export function AccountAccess() {
  const { collectionSlug, id } = useDocumentInfo();
  const { language } = useTimeStyle();
  if (id === undefined) return null;
  const title = translate(WORDS.title, language);
  return (
    <DocumentPanel hash="#access" id="action-access" label={title} title={title}>
      {() => <Access path={`/${collectionSlug}/${id}`} />}
    </DocumentPanel>
  );
}

function Access({ path }: { path: ApiPath }) {
  const style = useTimeStyle();
  const { act } = useAction();
  const [codes, setCodes] = useState<string[]>([]);
  const [times, setTimes] = useState(0);
  const answer = useAnswer<AccessAnswer>(`${path}/access`, times);
  const t = (text: Bilingual) => translate(text, style.language);

  async function change(to: string, body: object) {
    const made = await act<{ recoveryCodes?: string[] }>(`${path}/${to}`, { body, done: t(WORDS.done) });
    if (!made) return;
    setCodes(made.recoveryCodes ?? []);
    setTimes(times + 1);
  }
  function setUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Of the form of the account, around the drawer.
    event.stopPropagation();
    void change('second-factor', Object.fromEntries(new FormData(event.currentTarget)));
  }

  return (
    <Loaded value={answer}>
      {({ factor: { codesLeft, since, until }, mayRemove, offer }) => (
        <>
          <h3>{t(WORDS.factor)}</h3>
          <p>
            {t(WORDS.about)}{' '}
            {since
              ? `${t(WORDS.since)} ${formatTime(since, style)}. ${t(WORDS.codesLeft)} ${codesLeft}`
              : `${t(WORDS.none)} ${until ? `${t(WORDS.until)} ${formatTime(until, style)}` : ''}`}
          </p>
          {codes.length > 0 && (
            <div role="alert">
              <p>{t(WORDS.keep)}</p>
              <pre id="recovery-codes">{codes.join('\n')}</pre>
            </div>
          )}
          {mayRemove && (since || until) && (
            <PanelButton id="remove-second-factor" onClick={() => void change('second-factor/remove', {})}>
              {t(WORDS.remove)}
            </PanelButton>
          )}
          {offer && codes.length === 0 && (
            <details open={!since}>
              <summary>{t(since ? WORDS.setUpAnew : WORDS.setUp)}</summary>
              <form onSubmit={setUp}>
                <p>
                  {t(WORDS.scan)} <code id="second-factor-secret">{offer.secret}</code>
                </p>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server, of squares alone */}
                <div dangerouslySetInnerHTML={{ __html: offer.picture }} style={{ maxWidth: '14rem' }} />
                <input name="secret" type="hidden" value={offer.secret} />
                <Input autoComplete="one-time-code" label={t(WORDS.newCode)} name="newCode" />
                {since && <Input autoComplete="off" label={t(WORDS.code)} name="code" />}
                <Input
                  autoComplete="current-password"
                  label={t(WORDS.password)}
                  name="password"
                  type="password"
                />
                <Button id="set-up-second-factor" type="submit">
                  {t(WORDS.setUp)}
                </Button>
              </form>
            </details>
          )}
        </>
      )}
    </Loaded>
  );
}

function Input({ label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = `second-factor-${input.name}`;
  return (
    <div className="field-type text">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input autoCapitalize="none" id={id} required {...input} />
    </div>
  );
}
