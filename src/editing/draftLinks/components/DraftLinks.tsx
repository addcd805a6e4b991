'use client';

import { SelectInput, toast, useDocumentInfo, useFormModified, useTranslation } from '@payloadcms/ui';
import { useState } from 'react';
import { PanelButton } from '../../../payload/admin/PanelButton.tsx';
import { type ApiPath, useAction, useAnswer } from '../../../payload/admin/useApi.ts';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../../../payload/i18n/zonedTime.ts';
import { DocumentPanel, Loaded } from '../../DocumentPanel.tsx';
import { useOwnPublication } from '../../publication/components/usePublication.ts';
import type { DraftLink } from '../endpoints.ts';

const NEW_LINK = 'make-draft-link';
const TITLE = bilingual('Σύνδεσμος προεπισκόπησης', 'Draft link');
const ABOUT = bilingual(
  'Δείχνει το αποθηκευμένο πρόχειρο σε όποιον έχει τη διεύθυνση, χωρίς λογαριασμό, ώσπου να λήξει, να ανακληθεί ή να δημοσιευτεί το έγγραφο.',
  'Shows the saved draft to anybody who has the address, without an account, until the link expires or is revoked, or the document is published.',
);
const UNSAVED = bilingual(
  'Όσα δεν έχετε αποθηκεύσει δεν φαίνονται ακόμη εκεί.',
  'What you have not saved is not shown there yet.',
);
const FOR = bilingual('Ισχύει για', 'Valid for');
const DAYS: { days: number; text: Bilingual }[] = [
  { days: 1, text: bilingual('1 ημέρα', '1 day') },
  { days: 7, text: bilingual('1 εβδομάδα', '1 week') },
  { days: 30, text: bilingual('30 ημέρες', '30 days') },
  { days: 90, text: bilingual('90 ημέρες', '90 days') },
];
const MAKE = bilingual('Νέος σύνδεσμος', 'New link');
const COPY = bilingual('Αντιγραφή', 'Copy');
const COPIED = bilingual('Ο σύνδεσμος αντιγράφηκε.', 'The link has been copied.');
const NOT_COPIED = bilingual(
  'Ο φυλλομετρητής δεν επέτρεψε την αντιγραφή. Επιλέξτε τη διεύθυνση και αντιγράψτε την.',
  'The browser did not allow copying. Select the address and copy it.',
);
const REVOKE = bilingual('Ανάκληση', 'Revoke');
const REVOKED = bilingual('Ο σύνδεσμος ανακλήθηκε.', 'The link has been revoked.');
const MADE = bilingual('Ο σύνδεσμος είναι έτοιμος.', 'The link is ready.');
const ADDRESS = bilingual('Διεύθυνση', 'Address');
const UNTIL = bilingual('Ισχύει έως', 'Valid until');
const BY = bilingual('Από:', 'Made by:');
const OPENED = bilingual('Ανοίχτηκε', 'Opened');
const TIMES = bilingual('φορές, τελευταία', 'times, last');
const ONCE = bilingual('φορά', 'time');
const NEVER = bilingual('Δεν έχει ανοιχτεί', 'Not opened yet');
const NONE = bilingual('Δεν υπάρχει σύνδεσμος σε ισχύ.', 'There is no valid link.');
/** A button that opens the links to the draft of the form's document, if it has one. */
export function DraftLinks() {
  const { id, isTrashed } = useDocumentInfo();
  const { language } = useTranslation().i18n;
  const standing = useOwnPublication().answer?.standing;
  if (id === undefined || isTrashed || standing === undefined || standing === 'live') return null;
  const title = translate(TITLE, language);
  return (
    <DocumentPanel id="action-draft-links" label={title} title={title}>
      {() => <Links />}
    </DocumentPanel>
  );
}

function Links() {
  const { collectionSlug, id } = useDocumentInfo();
  const isModified = useFormModified();
  const style = useTimeStyle();
  const [days, setDays] = useState(7);
  const [times, setTimes] = useState(0);
  const path: ApiPath = `/${collectionSlug}/${id}/draft-links`;
  const answer = useAnswer<{ docs: DraftLink[] }>(path, times);
  const { act, isBusy } = useAction();
  const t = (text: Bilingual) => translate(text, style.language);

  async function change(method: string, to: ApiPath, done: Bilingual) {
    await act(to, { method, done: t(done) });
    // The button that revokes a link goes with it.
    if (method === 'DELETE') document.getElementById(NEW_LINK)?.focus();
    setTimes((before) => before + 1);
  }

  return (
    <>
      <style href="portal-content-draft-links" precedence="default">
        {STYLES}
      </style>
      <p>
        {t(ABOUT)} {isModified && <strong>{t(UNSAVED)}</strong>}
      </p>
      <div className="portal-draft-links__new">
        <SelectInput
          isClearable={false}
          label={t(FOR)}
          name="draft-link-days"
          onChange={(chosen) => setDays(Number((chosen as { value: string }).value))}
          options={DAYS.map((each) => ({ label: t(each.text), value: String(each.days) }))}
          path="draft-link-days"
          value={String(days)}
        />
        <PanelButton
          isFirst
          extraButtonProps={{ 'aria-busy': isBusy }}
          id={NEW_LINK}
          onClick={() => void change('POST', `${path}?days=${days}`, MADE)}
        >
          {t(MAKE)}
        </PanelButton>
      </div>
      <Loaded value={answer}>
        {({ docs }) =>
          docs.length === 0 ? (
            <p>{t(NONE)}</p>
          ) : (
            <ul className="portal-draft-links">
              {docs.map((link) => (
                <Link
                  key={link.id}
                  link={link}
                  onRevoke={() => void change('DELETE', `${path}/${link.id}`, REVOKED)}
                  style={style}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Link({ link, onRevoke, style }: { link: DraftLink; onRevoke(): void; style: TimeStyle }) {
  const { address, expiresAt, lastOpenedAt, madeBy, mayRevoke, opened } = link;
  const t = (text: Bilingual) => translate(text, style.language);
  const until = `${t(UNTIL)} ${formatTime(expiresAt, style)}`;
  const last = lastOpenedAt && formatTime(lastOpenedAt, style);
  const times = opened === 1 ? `1 ${t(ONCE)}, ${last}` : `${opened} ${t(TIMES)} ${last}`;
  const said = opened > 0 ? `${t(OPENED)} ${times}` : t(NEVER);
  const copy = () =>
    // Without a secure context there is no clipboard.
    (navigator.clipboard?.writeText(address) ?? Promise.reject(new Error())).then(
      () => toast.success(t(COPIED)),
      () => toast.error(t(NOT_COPIED)),
    );
  return (
    <li>
      <div className="field-type text">
        <input
          aria-label={`${t(ADDRESS)}, ${until}`}
          onFocus={({ target }) => target.select()}
          readOnly
          value={address}
        />
      </div>
      <div>
        <strong>{until}</strong> · {t(BY)} {madeBy} · {said}
      </div>
      <div className="portal-draft-links__buttons">
        <PanelButton isFirst onClick={() => void copy()}>
          {t(COPY)}
        </PanelButton>
        {mayRevoke && <PanelButton onClick={onRevoke}>{t(REVOKE)}</PanelButton>}
      </div>
    </li>
  );
}

const STYLES = `
.portal-draft-links { display: grid; gap: var(--base); list-style: none; margin: 0; padding: 0; }
.portal-draft-links li { border-inline-start: 4px solid var(--theme-elevation-250); padding-inline-start: calc(var(--base) / 2); display: grid; gap: 6px; }
.portal-draft-links__buttons, .portal-draft-links__new { display: flex; flex-wrap: wrap; align-items: flex-end; gap: calc(var(--base) / 2); }
.portal-draft-links__new { margin-block: var(--base); }
.portal-draft-links__new .field-type { flex: 0 1 12rem; margin: 0; }
.portal-draft-links .field-type { margin: 0; }
`;
