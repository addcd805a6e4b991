'use client';

import {
  Button,
  DatePicker,
  Drawer,
  toast,
  useDocumentInfo,
  useDrawerSlug,
  useFormModified,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { URGENT_HEADER } from '../../../../collections/save/reasons.ts';
import { bodyOf, useApi } from '../../../payload/admin/useApi.ts';
import { useTypedDate } from '../../../payload/dates/useTypedDate.ts';
import { FormNotice } from '../../../payload/form/FormNotice.tsx';
import { type Bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatDay, formatTime, instantsOf } from '../../../payload/i18n/zonedTime.ts';
import type { ReviewAnswer } from '../endpoints.ts';
import { WORDS } from '../words.ts';

/** The review of the form's document: how it stands, under the buttons, and a drawer with what can be done. */
export function Review({ timeZone }: { timeZone: string }) {
  const { collectionSlug = '', data, id, isTrashed } = useDocumentInfo();
  const { language } = useTranslation().i18n;
  const { closeModal, openModal } = useModal();
  const drawer = useDrawerSlug('review');
  const isModified = useFormModified();
  const router = useRouter();
  const ask = useApi();
  const [answer, setAnswer] = useState<ReviewAnswer>();
  const path: `/${string}` = `/portal-review/${collectionSlug}/${id}`;
  const updatedAt: unknown = data?.updatedAt;
  const look = useCallback(async () => {
    if (id === undefined) return;
    await ask(path)
      .then((response) => bodyOf<ReviewAnswer>(response))
      .then(setAnswer)
      .catch(() => setAnswer(undefined));
  }, [ask, id, path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each save
  useEffect(() => void look(), [look, updatedAt]);
  if (id === undefined || isTrashed || !answer) return null;
  const t = (text: Bilingual) => translate(text, language);

  async function send(to: `/${string}`, init: RequestInit, done: Bilingual) {
    const failed = { ok: false, json: async () => ({}) };
    const headers = { 'Accept-Language': language, 'Content-Type': 'application/json', ...init.headers };
    const response = await ask(to, { ...init, headers }).catch(() => failed);
    const body = await response.json().catch(() => ({}));
    if (!response.ok) {
      toast.error(body.errors?.[0]?.message ?? t(WORDS.noAnswer));
      return false;
    }
    toast.success(t(done));
    return true;
  }
  const post = (name: string, values: object, done: Bilingual) =>
    send(
      `${path}/${name}`,
      { method: 'POST', body: JSON.stringify({ ...values, newest: answer.newest }) },
      done,
    );
  async function publish(urgent?: string) {
    const headers: Record<string, string> = urgent ? { [URGENT_HEADER]: encodeURIComponent(urgent) } : {};
    const body = JSON.stringify({ _status: 'published' });
    return send(`/${collectionSlug}/${id}?depth=0`, { method: 'PATCH', body, headers }, WORDS.published);
  }
  async function act(work: () => Promise<boolean>) {
    if (!(await work())) return;
    closeModal(drawer);
    await look();
    router.refresh();
  }
  return (
    <>
      <Notice answer={answer} t={t} time={(at) => formatTime(at, { timeZone, language })} />
      <Button
        buttonStyle="secondary"
        id="action-review"
        margin={false}
        onClick={() => openModal(drawer)}
        size="medium"
        type="button"
      >
        {t(WORDS.review)}
      </Button>
      <Drawer slug={drawer} title={t(WORDS.review)}>
        <div style={{ display: 'grid', gap: 'calc(var(--base) * 2)', maxWidth: '40rem' }}>
          {isModified && <p role="alert">{t(WORDS.saveFirst)}</p>}
          {!answer.isDraft && <p>{t(WORDS.noDraft)}</p>}
          {answer.isDraft && answer.state !== 'approved' && (
            <Submit
              answer={answer}
              isDisabled={isModified}
              onCancel={() => void act(() => post('cancel', {}, WORDS.cancelled))}
              onSubmit={(values) => void act(() => post('submit', values, WORDS.submitted))}
              t={t}
            />
          )}
          {answer.isDraft && answer.mayReview && (
            <Decide
              answer={answer}
              isDisabled={isModified}
              onApprove={(reason) => void act(() => post('approve', { reason }, WORDS.approved))}
              onPublish={() => void act(() => publish())}
              onSendBack={(reason) => void act(() => post('send-back', { reason }, WORDS.sentBack))}
              onUrgent={(reason) => void act(() => publish(reason))}
              t={t}
            />
          )}
          {answer.isPublished && (
            <LookAgain
              answer={answer}
              onConfirm={(at) => void act(() => post('confirm', { at }, WORDS.confirmed))}
              t={t}
              time={(at) => formatTime(at, { timeZone, language })}
              timeZone={timeZone}
            />
          )}
        </div>
      </Drawer>
    </>
  );
}

const ROW = { display: 'flex', flexWrap: 'wrap', gap: 'calc(var(--base) / 2)' } as const;

interface PartProps {
  answer: ReviewAnswer;
  t(text: Bilingual): string;
}

/** How the review stands, if there is one. */
function Notice({ answer, t, time }: PartProps & { time(at: string): string }) {
  const { review, state } = answer;
  if (!review) return null;
  const by = (who: string | null, at: string | null) => (at ? `${who ?? ''}, ${time(at)}` : (who ?? ''));
  const decided = by(review.decidedBy, review.decidedAt);
  const said = {
    none: undefined,
    requested: [
      `${t(WORDS.waits)}${review.assigneeName ? ` (${t(WORDS.from)} ${review.assigneeName})` : ''}. ${t(WORDS.submittedBy)} ${by(review.requestedBy, review.requestedAt)}.`,
      review.note,
    ],
    approved: [`${t(WORDS.isApproved)} ${decided}. ${t(WORDS.voids)}`, review.reason],
    changedSince: [`${t(WORDS.wasApproved)} ${decided}. ${t(WORDS.changedSince)}`, review.reason],
    sentBack: [`${t(WORDS.isSentBack)} ${decided}.`, review.reason],
  }[state];
  const urgent = review.urgentAt
    ? [`${t(WORDS.isUrgent)} ${review.urgentBy ?? ''}, ${time(review.urgentAt)}.`, review.urgentReason]
    : undefined;
  const isDue = review.lookAgainAt !== null && new Date(review.lookAgainAt).getTime() <= Date.now();
  if (!said && !urgent && !isDue) return null;
  return (
    <FormNotice>
      {[...(said ?? []), ...(urgent ?? [])].filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isDue && <p>{t(WORDS.stillTrue)}</p>}
    </FormNotice>
  );
}

function Submit({
  answer,
  isDisabled,
  onCancel,
  onSubmit,
  t,
}: PartProps & { isDisabled: boolean; onCancel(): void; onSubmit(values: object): void }) {
  return (
    <form
      onSubmit={(event) => {
        const form = valuesOf(event);
        onSubmit({ note: form.get('note'), assignee: form.get('assignee') });
      }}
    >
      <h3>{t(WORDS.submit)}</h3>
      <Reason label={t(WORDS.note)} name="note" />
      {answer.people.length > 0 && (
        <div className="field-type">
          <label>
            <span className="field-label">{t(WORDS.to)}</span>{' '}
            <select name="assignee">
              <option value="">{t(WORDS.all)}</option>
              {answer.people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <div style={ROW}>
        <Button disabled={isDisabled} id="action-submit-review" type="submit">
          {t(WORDS.submit)}
        </Button>
        {answer.isOwnRequest && (
          <Button buttonStyle="secondary" id="action-cancel-review" onClick={onCancel} type="button">
            {t(WORDS.cancel)}
          </Button>
        )}
      </div>
    </form>
  );
}

interface DecideProps extends PartProps {
  isDisabled: boolean;
  onApprove(reason: string): void;
  onPublish(): void;
  onSendBack(reason: string): void;
  onUrgent(reason: string): void;
}

function Decide({ answer, isDisabled, onApprove, onPublish, onSendBack, onUrgent, t }: DecideProps) {
  const [reason, setReason] = useState('');
  const isOthers = !answer.isOwn || !answer.needsSecondEyes;
  const isEmpty = reason.trim() === '';
  const wasSubmitted = answer.state !== 'none' && answer.state !== 'sentBack';
  return (
    <section>
      <h3>{t(WORDS.decide)}</h3>
      {!isOthers && <p>{t(WORDS.own)}</p>}
      <Reason label={t(WORDS.reason)} name="reason" onChange={setReason} />
      <div style={ROW}>
        {isOthers && (
          <>
            <Button disabled={isDisabled} id="action-approve" onClick={() => onApprove(reason)} type="button">
              {t(WORDS.approve)}
            </Button>
            <Button disabled={isDisabled} id="action-approve-publish" onClick={onPublish} type="button">
              {t(WORDS.approvePublish)}
            </Button>
          </>
        )}
        {wasSubmitted && (
          <Button
            buttonStyle="secondary"
            disabled={isDisabled || isEmpty}
            id="action-send-back"
            onClick={() => onSendBack(reason)}
            type="button"
          >
            {t(WORDS.sendBack)}
          </Button>
        )}
        {!isOthers && (
          <Button
            buttonStyle="secondary"
            disabled={isDisabled || isEmpty}
            id="action-urgent"
            onClick={() => onUrgent(reason)}
            type="button"
          >
            {t(WORDS.urgent)}
          </Button>
        )}
      </div>
    </section>
  );
}

interface LookAgainProps extends PartProps {
  /** @param at the time to look again (ISO 8601), or null for never */
  onConfirm(at: string | null): void;
  time(at: string): string;
  timeZone: string;
}

function LookAgain({ answer, onConfirm, t, time, timeZone }: LookAgainProps) {
  const { lookAgainAt, lookedAt, lookedBy } = answer.review ?? {};
  const [day, setDay] = useState<Date | string | null>(() => addMonths(new Date(), 6));
  const typed = useTypedDate(setDay, 'd/M/yyyy');
  const at = day instanceof Date ? morningOf(day, timeZone) : null;
  const isPast = at !== null && new Date(at).getTime() < Date.now();
  const problem = typeof day === 'string' ? WORDS.noDay : isPast ? WORDS.pastDay : undefined;
  return (
    <section>
      <h3>{t(WORDS.lookAgain)}</h3>
      {lookedAt && (
        <p>
          {t(WORDS.looked)} {lookedBy}, {time(lookedAt)}.
        </p>
      )}
      {lookAgainAt && (
        <p>
          {t(WORDS.again)} {formatDay(lookAgainAt, timeZone)}.
        </p>
      )}
      <div className="field-type">
        <label className="field-label" htmlFor="look-again-at">
          {t(WORDS.againOn)}
        </label>
        <DatePicker
          displayFormat="dd/MM/yyyy"
          // Called only when the date is cleared.
          onChange={() => setDay(null)}
          overrides={
            {
              id: 'look-again-at',
              autoComplete: 'off',
              placeholderText: t(WORDS.dateFormat),
              ...typed.overrides,
            } as never
          }
          pickerAppearance="dayOnly"
          {...(day instanceof Date && { value: day })}
        />
        <p aria-live="polite">
          {problem && !typed.isTyping && (
            <strong style={{ color: 'var(--theme-error-600)' }}>⚠ {t(problem)}</strong>
          )}
        </p>
      </div>
      <Button
        buttonStyle="secondary"
        id="action-confirm"
        onClick={() => problem || onConfirm(at)}
        type="button"
      >
        {t(WORDS.confirm)}
      </Button>
    </section>
  );
}

/** When work begins on a day of the picker, which is in the browser's time zone. No zone skips that hour. */
const morningOf = (day: Date, timeZone: string) =>
  instantsOf(format(day, "yyyy-MM-dd'T'06:00"), timeZone)[0]?.toISOString() ?? null;

function Reason({
  label,
  name,
  onChange,
}: {
  label: string;
  name: string;
  onChange?: (text: string) => void;
}) {
  return (
    <div className="field-type textarea">
      <label>
        <span className="field-label">{label}</span>
        <textarea
          className="textarea-outer"
          maxLength={500}
          name={name}
          onChange={({ target }) => onChange?.(target.value)}
          rows={3}
          style={{ width: '100%' }}
        />
      </label>
    </div>
  );
}

function valuesOf(event: FormEvent<HTMLFormElement>): FormData {
  event.preventDefault();
  // The drawer is within the document's own form for React.
  event.stopPropagation();
  return new FormData(event.currentTarget);
}
