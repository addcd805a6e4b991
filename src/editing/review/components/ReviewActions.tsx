'use client';

import { DatePicker, SelectInput } from '@payloadcms/ui';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { type ReactNode, useState } from 'react';
import { PanelButton } from '../../../payload/admin/PanelButton.tsx';
import type { Bilingual } from '../../../payload/i18n/bilingual.ts';
import { formatDay, instantsOf, type TimeStyle } from '../../../payload/i18n/zonedTime.ts';
import { ReasonInput } from '../../forms/labels.tsx';
import type { ReviewAnswer } from '../endpoints.ts';
import { NEEDS_ANOTHER, WORDS } from '../words.ts';

const ROW = { display: 'flex', flexWrap: 'wrap', gap: 'calc(var(--base) / 2)' } as const;
/** In place of nobody. */
const ALL = 'all';
const REASON = 'review-reason';

export interface PartProps {
  answer: ReviewAnswer;
  t(text: Bilingual): string;
}

function Part({ children, title }: { children: ReactNode; title: string }) {
  return (
    <section style={{ display: 'grid', gap: 'calc(var(--base) * 0.75)' }}>
      <h3 style={{ margin: 0 }}>{title}</h3>
      {children}
    </section>
  );
}

interface SubmitProps extends PartProps {
  isDisabled: boolean;
  note: string;
  onCancel(): void;
  onSubmit(assignee: string): void;
  setNote(note: string): void;
}

/** Submits the draft to one colleague, or to all who publish. */
export function Submit({ answer, isDisabled, note, onCancel, onSubmit, setNote, t }: SubmitProps) {
  const [assignee, setAssignee] = useState(ALL);
  const people = answer.people.map(({ id, name }) => ({ label: name, value: id }));
  return (
    <Part title={t(WORDS.submit)}>
      {people.length > 0 && (
        <SelectInput
          isClearable={false}
          label={t(WORDS.to)}
          name="review-assignee"
          onChange={(chosen) => setAssignee((chosen as { value: string }).value)}
          options={[{ label: t(WORDS.all), value: ALL }, ...people]}
          path="review-assignee"
          value={assignee}
        />
      )}
      <ReasonInput id="review-note" label={t(WORDS.note)} onChange={setNote} value={note} />
      <div style={ROW}>
        <PanelButton
          isFirst
          disabled={isDisabled}
          id="action-submit-review"
          onClick={() => onSubmit(assignee === ALL ? '' : assignee)}
        >
          {t(WORDS.submit)}
        </PanelButton>
        {answer.moves.includes('cancel') && (
          <PanelButton id="action-cancel-review" onClick={onCancel}>
            {t(WORDS.cancel)}
          </PanelButton>
        )}
      </div>
    </Part>
  );
}

interface DecideProps extends PartProps {
  isDisabled: boolean;
  onApprove(): void;
  /** Of who has submitted it themselves, and may decide. */
  onCancel: (() => void) | false;
  onPublish(): void;
  onSendBack(): void;
  onUrgent(): void;
  reason: string;
  setReason(reason: string): void;
}

/** Approves the draft, or sends it back; publishes what is urgent. */
export function Decide({ answer, isDisabled, onCancel, reason, setReason, t, ...on }: DecideProps) {
  const [lacksReason, setLacksReason] = useState(false);
  const { moves } = answer;
  const isUrgent = moves.includes('publishUrgently');
  function withReason(work: () => void): void {
    const isEmpty = reason.trim() === '';
    setLacksReason(isEmpty);
    if (isEmpty) document.getElementById(REASON)?.focus();
    else work();
  }
  const button = (id: string, text: Bilingual, onClick: () => void, isFirst = false) => (
    <PanelButton disabled={isDisabled} id={id} isFirst={isFirst} onClick={onClick}>
      {t(text)}
    </PanelButton>
  );
  return (
    <Part title={t(WORDS.decide)}>
      {isUrgent && <p>{t(NEEDS_ANOTHER)}</p>}
      <ReasonInput
        error={lacksReason && reason.trim() === '' ? t(WORDS.noReason) : undefined}
        id={REASON}
        label={t(isUrgent ? WORDS.requiredReason : WORDS.reason)}
        onChange={setReason}
        value={reason}
      />
      <div style={ROW}>
        {moves.includes('approve') && (
          <>
            {button('action-approve-publish', WORDS.approvePublish, on.onPublish, true)}
            {button('action-approve', WORDS.approve, on.onApprove)}
          </>
        )}
        {moves.includes('sendBack') &&
          button('action-send-back', WORDS.sendBack, () => withReason(on.onSendBack))}
        {isUrgent && button('action-urgent', WORDS.urgent, () => withReason(on.onUrgent))}
        {onCancel && button('action-cancel-review', WORDS.cancel, onCancel)}
      </div>
    </Part>
  );
}

interface LookAgainProps extends PartProps {
  /** @param at the time to look again (ISO 8601), or null for in a year */
  onConfirm(at: string | null): void;
  style: TimeStyle;
}

/** Says that what is published is still true, and when to look again. */
export function LookAgain({ answer: { lookAgainAt }, onConfirm, style: { timeZone }, t }: LookAgainProps) {
  const [day, setDay] = useState<Date | null>(inSixMonths);
  const at = day && morningOf(day, timeZone);
  const isPast = at !== null && new Date(at).getTime() < Date.now();
  return (
    <Part title={t(WORDS.lookAgain)}>
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
              // The drawer gives it the focus.
              preventOpenOnFocus: true,
              placeholderText: t(WORDS.dateFormat),
              // Payload's own gives noon in UTC, which is another day far to the east.
              onChange: setDay,
            } as never
          }
          pickerAppearance="dayOnly"
          {...(day && { value: day })}
        />
        <p aria-live="polite">
          {isPast && <strong style={{ color: 'var(--theme-error-600)' }}>⚠ {t(WORDS.pastDay)}</strong>}
        </p>
      </div>
      <div style={ROW}>
        <PanelButton isFirst id="action-confirm" onClick={() => isPast || onConfirm(at)}>
          {t(WORDS.confirm)}
        </PanelButton>
      </div>
    </Part>
  );
}

/** How long something is true unless somebody says otherwise. */
export const inSixMonths = () => addMonths(new Date(), 6);

/** When work begins on a day of the picker, which is in the browser's time zone. No zone skips that hour. */
export const morningOf = (day: Date, timeZone: string) =>
  instantsOf(format(day, "yyyy-MM-dd'T'06:00"), timeZone)[0]?.toISOString() ?? null;
