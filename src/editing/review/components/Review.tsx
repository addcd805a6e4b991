'use client';

import { useDocumentInfo, useFormFields, useFormModified } from '@payloadcms/ui';
import { Fragment, useRef, useState } from 'react';
import { REASON_HEADER, URGENT_HEADER } from '../../../../collections/save/messages.ts';
import { BASE_FIELD, type SentBase } from '../../../../collections/save/sentBase.ts';
import { PanelButton } from '../../../payload/admin/PanelButton.tsx';
import { type ApiPath, useAction, useAnswer } from '../../../payload/admin/useApi.ts';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { FormNotice } from '../../../payload/form/FormNotice.tsx';
import { type Bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime, type TimeStyle } from '../../../payload/i18n/zonedTime.ts';
import { DocumentPanel } from '../../DocumentPanel.tsx';
import { useChange } from '../../publication/components/buttons.tsx';
import { askAgain } from '../../publication/components/usePublication.ts';
import type { ReviewAnswer } from '../endpoints.ts';
import { WORDS } from '../words.ts';
import { Decide, inSixMonths, LookAgain, morningOf, type PartProps, Submit } from './ReviewActions.tsx';

/** The review of the form's document: how it stands, under the buttons, and a drawer with what can be done. */
export function Review() {
  const { collectionSlug = '', data, id, isTrashed, setHasPublishedDoc } = useDocumentInfo();
  const isModified = useFormModified();
  const style = useTimeStyle();
  const { act } = useAction();
  const change = useChange();
  const [times, setTimes] = useState(0);
  // Kept while the drawer is closed, and after a refusal.
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const updatedAt: unknown = data?.updatedAt;
  const path: ApiPath = `/portal-review/${collectionSlug}/${id}`;
  const decided = useFormFields(
    ([fields]) => (fields[BASE_FIELD]?.value as SentBase | undefined)?.review ?? '',
  );
  const shown = useRef<string>(undefined);
  const told = useRef('');
  // A decision that the answer has already is not asked for again.
  if (shown.current !== undefined && decided !== shown.current) told.current = decided;
  const version = `${times} ${updatedAt} ${told.current}`;
  const answer = useAnswer<ReviewAnswer>(id === undefined ? undefined : path, version);
  const revision = answer?.revision;
  shown.current = revision;
  if (id === undefined || isTrashed || !answer) return null;
  const t = (text: Bilingual) => translate(text, style.language);

  async function move(name: string, values: object, done: Bilingual, close?: () => void) {
    // What the form shows: the answer may be older, right after a save.
    const body = { ...values, newest: updatedAt, revision };
    const isDone = await act(`${path}/${name}`, { body, done: t(done) });
    setTimes((before) => before + 1);
    if (!isDone) return;
    if ('note' in values) setNote('');
    if ('reason' in values) setReason('');
    askAgain();
    close?.();
  }
  async function publish(close: () => void, header: string) {
    const body = { _status: 'published', [BASE_FIELD]: { updatedAt, review: revision } };
    const headers = { [header]: encodeURIComponent(reason) };
    const action = { method: 'PATCH', body, headers, done: t(WORDS.published) };
    const isDone = await change(`/${collectionSlug}/${id}?depth=0`, action, 0);
    setTimes((before) => before + 1);
    if (!isDone) return;
    setHasPublishedDoc(true);
    setReason('');
    close();
  }
  const confirm = (at: string | null, close?: () => void) =>
    void move('confirm', { at }, WORDS.confirmed, close);
  const { isDraft, moves, state } = answer;
  const may = (...some: typeof moves) => some.some((each) => moves.includes(each));
  const lines = linesOf({ answer, style, t });
  // What this user is most likely to do, so that who never saw it finds it.
  const label = !isDraft
    ? WORDS.lookAgain
    : state !== 'requested' && state !== 'approved' && !may('approve')
      ? WORDS.submit
      : WORDS.review;
  const parts = (close: () => void) => {
    // What waits for this user's decision is not submitted by them.
    const isWaiting = state === 'requested' && may('approve');
    const submit = isDraft && !isWaiting && may('submit', 'cancel') && (
      <Submit
        answer={answer}
        isDisabled={isModified}
        key="submit"
        note={note}
        onCancel={() => void move('cancel', {}, WORDS.cancelled, close)}
        onSubmit={(assignee) => void move('submit', { assignee, note }, WORDS.submitted, close)}
        setNote={setNote}
        t={t}
      />
    );
    const decide = isDraft && may('approve', 'sendBack', 'publishUrgently') && (
      <Decide
        answer={answer}
        isDisabled={isModified}
        key="decide"
        onApprove={() => void move('approve', { reason }, WORDS.approved, close)}
        onCancel={isWaiting && may('cancel') && (() => void move('cancel', {}, WORDS.cancelled, close))}
        onPublish={() => void publish(close, REASON_HEADER)}
        onSendBack={() => void move('send-back', { reason }, WORDS.sentBack, close)}
        onUrgent={() => void publish(close, URGENT_HEADER)}
        reason={reason}
        setReason={setReason}
        t={t}
      />
    );
    return state === 'requested' || state === 'changedSince' ? [decide, submit] : [submit, decide];
  };
  return (
    <>
      <Notice
        answer={answer}
        button={t(label)}
        lines={lines}
        onStillTrue={() => confirm(morningOf(inSixMonths(), style.timeZone))}
        t={t}
      />
      <DocumentPanel id="action-review" label={t(label)} title={t(isDraft ? WORDS.review : WORDS.isTrue)}>
        {(close) => (
          <div style={{ display: 'grid', gap: 'calc(var(--base) * 1.5)' }}>
            {isModified && <p role="alert">{t(WORDS.saveFirst)}</p>}
            {parts(close)}
            {/* While somebody waits for a decision, it stands alone. */}
            {may('confirm') && state !== 'requested' && (
              <LookAgain answer={answer} onConfirm={(at) => confirm(at, close)} style={style} t={t} />
            )}
          </div>
        )}
      </DocumentPanel>
    </>
  );
}

interface NoticeProps extends PartProps {
  /** The words on the button that opens the drawer. */
  button: string;
  lines: Line[];
  onStillTrue(): void;
}

/** How the review stands, if there is one, over the form. */
function Notice({ answer, button, lines, onStillTrue, t }: NoticeProps) {
  const { isPublished, lookAgainAt, state } = answer;
  const isDue =
    isPublished && state !== 'requested' && lookAgainAt !== null && Date.parse(lookAgainAt) <= Date.now();
  if (lines.length === 0 && !isDue) return null;
  return (
    <FormNotice isSuccess={state === 'approved' && !isDue}>
      {lines.map(({ text, words }) => (
        <Fragment key={text}>
          <p>{text}</p>
          {words && <blockquote>«{words}»</blockquote>}
        </Fragment>
      ))}
      {isDue && (
        <>
          <p>
            {t(WORDS.stillTrue)} {t(WORDS.otherDay)} «{button}».
          </p>
          <div className="portal-notice__buttons">
            <PanelButton id="action-still-true" onClick={onStillTrue}>
              {t(WORDS.confirmSixMonths)}
            </PanelButton>
          </div>
        </>
      )}
    </FormNotice>
  );
}

interface Line {
  text: string;
  /** What somebody wrote about it. */
  words: string | null;
}

function linesOf({ answer: { review, state }, style, t }: PartProps & { style: TimeStyle }): Line[] {
  if (!review) return [];
  const by = (who: string | null, at: string | null) =>
    [who, at && formatTime(at, style)].filter(Boolean).join(', ');
  const decided = by(review.decidedBy, review.decidedAt);
  const waits = review.assigneeName ? `${t(WORDS.waitsFor)} ${review.assigneeName}` : t(WORDS.waits);
  const submitted = `${t(WORDS.submittedBy)} ${by(review.requestedBy, review.requestedAt)}.`;
  const said: Record<ReviewAnswer['state'], Line[]> = {
    none: [],
    requested: [{ text: `${waits}. ${submitted}`, words: review.note }],
    approved: [{ text: `${t(WORDS.isApproved)} ${decided}. ${t(WORDS.voids)}`, words: review.reason }],
    changedSince: [
      { text: `${t(WORDS.wasApproved)} ${decided}. ${t(WORDS.changedSince)}`, words: review.reason },
    ],
    sentBack: [{ text: `${t(WORDS.isSentBack)} (${decided}).`, words: review.reason }],
  };
  const urgent = {
    text: `${t(WORDS.isUrgent)} ${by(review.urgentBy, review.urgentAt)}.`,
    words: review.urgentReason,
  };
  return [...said[state], ...(review.urgentAt ? [urgent] : [])];
}
