'use client';

import { Button, useDocumentInfo } from '@payloadcms/ui';
import { type FormEvent, type InputHTMLAttributes, useState } from 'react';
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
  removed: bilingual('Ο δεύτερος παράγοντας αφαιρέθηκε.', 'The second factor has been removed.'),
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
  done: bilingual('Ο δεύτερος παράγοντας ισχύει.', 'The second factor is set up.'),
  keep: bilingual(
    'Κωδικοί ανάκτησης, για όταν λείπει το κινητό. Ο καθένας ισχύει μία φορά. Κρατήστε τους τώρα: δεν θα ξαναφανούν.',
    'Recovery codes, for when the phone is missing. Each works once. Keep them now: they are not shown again.',
  ),
  left: bilingual('Δικά του, για να τα αναλάβει άλλος:', 'Its own, for somebody else to take over:'),
};

interface PartProps {
  access: AccessAnswer;
  /** Of the account, below the API. */
  path: ApiPath;
  onChange(): void;
}

function useWords() {
  const style = useTimeStyle();
  return {
    t: (text: Bilingual) => translate(text, style.language),
    time: (iso: string) => formatTime(iso, style),
  };
}

/** A button in the form of an account: how it is signed in to, its second factor, and for admins its closing. */
export function AccountAccess() {
  const { collectionSlug, id } = useDocumentInfo();
  const { t } = useWords();
  if (id === undefined) return null;
  return (
    <DocumentPanel hash="#access" id="action-access" label={t(WORDS.title)} title={t(WORDS.title)}>
      {() => <Access path={`/${collectionSlug}/${id}`} />}
    </DocumentPanel>
  );
}

function Access({ path }: { path: ApiPath }) {
  const { t } = useWords();
  const [times, setTimes] = useState(0);
  const answer = useAnswer<AccessAnswer>(`${path}/access`, times);
  const onChange = () => setTimes((before) => before + 1);
  return (
    <Loaded value={answer}>
      {(access) => (
        <>
          <SecondFactor {...{ access, onChange, path }} />
          {access.left?.map(({ items, label }) => (
            <section key={label}>
              <h3>
                {t(WORDS.left)} {label}
              </h3>
              <ul>
                {items.map(({ href, key, notes, title }) => (
                  <li key={key}>
                    <a href={href}>{title}</a> ({notes.join(' · ')})
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Loaded>
  );
}

function SecondFactor({ access: { factor, offer }, onChange, path }: PartProps) {
  const { t, time } = useWords();
  const { act } = useAction();
  const [codes, setCodes] = useState<string[]>();
  const { codesLeft, since, until } = factor;
  const to: ApiPath = `${path}/second-factor`;

  async function setUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Of the form of the account, around the drawer.
    event.stopPropagation();
    const body = { ...Object.fromEntries(new FormData(event.currentTarget)), secret: offer?.secret };
    const answer = await act<{ recoveryCodes: string[] }>(to, { body, done: t(WORDS.done) });
    if (!answer) return;
    setCodes(answer.recoveryCodes);
    onChange();
  }
  async function remove() {
    if (await act(`${to}/remove`, { done: t(WORDS.removed) })) onChange();
  }

  return (
    <section>
      <h3>{t(WORDS.factor)}</h3>
      <p>
        {t(WORDS.about)}{' '}
        {since
          ? `${t(WORDS.since)} ${time(since)}. ${t(WORDS.codesLeft)} ${codesLeft}`
          : `${t(WORDS.none)} ${until ? `${t(WORDS.until)} ${time(until)}` : ''}`}
      </p>
      {codes && (
        <div role="alert">
          <p>{t(WORDS.keep)}</p>
          <pre id="recovery-codes">{codes.join('\n')}</pre>
        </div>
      )}
      {!offer && (since || until) && (
        <Button buttonStyle="secondary" id="remove-second-factor" onClick={() => void remove()} type="button">
          {t(WORDS.remove)}
        </Button>
      )}
      {offer && !codes && (
        <details open={!since}>
          <summary>{t(since ? WORDS.setUpAnew : WORDS.setUp)}</summary>
          <form onSubmit={(event) => void setUp(event)}>
            <p>
              {t(WORDS.scan)} <code id="second-factor-secret">{offer.secret}</code>
            </p>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server, of squares alone */}
            <div dangerouslySetInnerHTML={{ __html: offer.picture }} style={{ maxWidth: '14rem' }} />
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
    </section>
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
