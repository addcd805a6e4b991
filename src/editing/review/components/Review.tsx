'use client';

import {
  Button,
  Drawer,
  toast,
  useDocumentInfo,
  useDrawerSlug,
  useFormModified,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { Fragment, useCallback, useEffect, useState } from 'react';
import { URGENT_HEADER } from '../../../../collections/save/messages.ts';
import { BASE_FIELD } from '../../../../collections/save/sentBase.ts';
import { type AskInit, bodyOf, useApi } from '../../../payload/admin/useApi.ts';
import { useTimeZone } from '../../../payload/dates/ZonedDates.tsx';
import { FormNotice } from '../../../payload/form/FormNotice.tsx';
import { type Bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import type { ReviewAnswer } from '../endpoints.ts';
import { WORDS } from '../words.ts';
import { Decide, inSixMonths, LookAgain, morningOf, type PartProps, Submit } from './ReviewActions.tsx';

const BUTTON = 'action-review';

/** The review of the form's document: how it stands, under the buttons, and a drawer with what can be done. */
export function Review() {
  const timeZone = useTimeZone();
  const {
    collectionSlug = '',
    data,
    id,
    incrementVersionCount,
    isTrashed,
    setHasPublishedDoc,
    setMostRecentVersionIsAutosaved,
    setUnpublishedVersionCount,
  } = useDocumentInfo();
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

  async function send(to: `/${string}`, init: AskInit, done: Bilingual) {
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
      // What the form shows: the answer may be older, right after a save.
      { method: 'POST', body: JSON.stringify({ ...values, newest: updatedAt }) },
      done,
    );
  async function publish(urgent?: string) {
    const headers: Record<string, string> = urgent ? { [URGENT_HEADER]: encodeURIComponent(urgent) } : {};
    const body = JSON.stringify({ _status: 'published', [BASE_FIELD]: { updatedAt } });
    const to: `/${string}` = `/${collectionSlug}/${id}?depth=0`;
    const isDone = await send(to, { method: 'PATCH', body, headers }, WORDS.published);
    if (!isDone) return false;
    // As Payload's own button does, which has nothing to publish any more.
    incrementVersionCount();
    setHasPublishedDoc(true);
    setMostRecentVersionIsAutosaved(false);
    setUnpublishedVersionCount(0);
    return true;
  }
  async function act(work: () => Promise<boolean>) {
    if (!(await work())) return;
    closeModal(drawer);
    await look();
    // What was pressed may be gone.
    document.getElementById(BUTTON)?.focus();
    router.refresh();
  }
  const time = (at: string) => formatTime(at, { timeZone, language });
  const confirm = (at: string | null) => void act(() => post('confirm', { at }, WORDS.confirmed));
  const lines = linesOf({ answer, t, time });
  // What this user is most likely to do, so that who never saw it finds it.
  const decides = answer.state === 'requested' || answer.state === 'changedSince';
  const needsOther = !answer.mayReview || (answer.isOwn && answer.needsSecondEyes);
  const submits = needsOther && answer.state !== 'requested' && answer.state !== 'approved';
  const label = !answer.isDraft ? WORDS.lookAgain : submits ? WORDS.submit : WORDS.review;
  const parts = {
    submit: answer.isDraft && answer.state !== 'approved' && (
      <Submit
        answer={answer}
        isDisabled={isModified}
        key="submit"
        onCancel={() => void act(() => post('cancel', {}, WORDS.cancelled))}
        onSubmit={(values) => void act(() => post('submit', values, WORDS.submitted))}
        t={t}
      />
    ),
    decide: answer.isDraft && answer.mayReview && (
      <Decide
        answer={answer}
        isDisabled={isModified}
        key="decide"
        onApprove={(reason) => void act(() => post('approve', { reason }, WORDS.approved))}
        onPublish={() => void act(() => publish())}
        onSendBack={(reason) => void act(() => post('send-back', { reason }, WORDS.sentBack))}
        onUrgent={(reason) => void act(() => publish(reason))}
        t={t}
      />
    ),
  };
  return (
    <>
      <Notice
        answer={answer}
        button={t(label)}
        lines={lines}
        onStillTrue={() => confirm(morningOf(inSixMonths(), timeZone))}
        t={t}
      />
      <Button
        buttonStyle="secondary"
        id={BUTTON}
        margin={false}
        extraButtonProps={{ 'aria-haspopup': 'dialog' }}
        onClick={() => openModal(drawer)}
        size="medium"
        type="button"
      >
        {t(label)}
      </Button>
      <Drawer slug={drawer} title={t(answer.isDraft ? WORDS.review : WORDS.isTrue)}>
        <div style={{ display: 'grid', gap: 'calc(var(--base) * 1.5)' }}>
          {lines.length > 0 && (
            <div className={`portal-notice ${answer.state === 'approved' ? 'portal-notice--success' : ''}`}>
              <Lines lines={lines} />
            </div>
          )}
          {isModified && <p role="alert">{t(WORDS.saveFirst)}</p>}
          {decides ? [parts.decide, parts.submit] : [parts.submit, parts.decide]}
          {answer.isPublished && (
            <LookAgain answer={answer} onConfirm={confirm} t={t} time={time} timeZone={timeZone} />
          )}
        </div>
      </Drawer>
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
  const { lookAgainAt } = answer.review ?? {};
  const isDue = answer.isPublished && Boolean(lookAgainAt) && Date.parse(lookAgainAt ?? '') <= Date.now();
  if (lines.length === 0 && !isDue) return null;
  return (
    <FormNotice isSuccess={answer.state === 'approved' && !isDue}>
      <Lines lines={lines} />
      {isDue && (
        <>
          <p>
            {t(WORDS.stillTrue)} {t(WORDS.otherDay)} «{button}».
          </p>
          <div className="portal-notice__buttons">
            <Button
              buttonStyle="secondary"
              id="action-still-true"
              margin={false}
              onClick={onStillTrue}
              size="medium"
              type="button"
            >
              {t(WORDS.confirmSixMonths)}
            </Button>
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

function linesOf({ answer: { review, state }, t, time }: PartProps & { time(at: string): string }): Line[] {
  if (!review) return [];
  const by = (who: string | null, at: string | null) => [who, at && time(at)].filter(Boolean).join(', ');
  const decided = by(review.decidedBy, review.decidedAt);
  const to = review.assigneeName ? `, ${t(WORDS.from)} ${review.assigneeName}` : '';
  const submitted = `${t(WORDS.submittedBy)} ${by(review.requestedBy, review.requestedAt)}.`;
  const said: Record<ReviewAnswer['state'], Line[]> = {
    none: [],
    requested: [{ text: `${t(WORDS.waits)}${to}. ${submitted}`, words: review.note }],
    approved: [{ text: `${t(WORDS.isApproved)} ${decided}. ${t(WORDS.voids)}`, words: review.reason }],
    changedSince: [
      { text: `${t(WORDS.wasApproved)} ${decided}. ${t(WORDS.changedSince)}`, words: review.reason },
    ],
    sentBack: [{ text: `${t(WORDS.isSentBack)} ${decided}.`, words: review.reason }],
  };
  const urgent = {
    text: `${t(WORDS.isUrgent)} ${by(review.urgentBy, review.urgentAt)}.`,
    words: review.urgentReason,
  };
  return [...said[state], ...(review.urgentAt ? [urgent] : [])];
}

function Lines({ lines }: { lines: Line[] }) {
  return lines.map(({ text, words }) => (
    <Fragment key={text}>
      <p>{text}</p>
      {words && <blockquote>«{words}»</blockquote>}
    </Fragment>
  ));
}
