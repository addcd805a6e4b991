'use client';

import { Button, useDocumentInfo, useForm, useLocale } from '@payloadcms/ui';
import { useCallback, useState } from 'react';
import { useApi, useLoaded } from '../../../payload/admin/useApi.ts';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { untilIdle } from '../../../payload/form/saving.ts';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { DocumentPanel, Loaded } from '../../DocumentPanel.tsx';
import { CHANGES } from '../../planning/words.ts';
import { useOwnPublication } from '../../publication/components/usePublication.ts';
import type { PreviewAnswer } from '../endpoints.ts';
import { WORDS } from '../words.ts';
import { type FieldError, Look, PreviewedDocument, Refusal, useWords } from './PreviewedDocument.tsx';

/** A button that opens what the portal would read of the form's document. */
export function PortalPreview() {
  const words = useWords();
  const { isTrashed } = useDocumentInfo();
  if (isTrashed) return null;
  return (
    <DocumentPanel
      className="portal-preview"
      id="action-portal-preview"
      label={words.button}
      title={words.title}
    >
      {(close) => <Panel onLeave={close} />}
    </DocumentPanel>
  );
}

/** What the portal would read: of what is typed, or of a planned change. @param onLeave closes the drawer around it */
function Panel({ onLeave }: { onLeave(): void }) {
  const style = useTimeStyle();
  const { language } = style;
  const words = useWords();
  const [planned, setPlanned] = useState<string>();
  const [times, setTimes] = useState(0);
  const answer = usePreview(planned, times);
  const waiting = (useOwnPublication().answer?.planned ?? []).filter(({ state }) => state !== 'failed');
  const choices = waiting.map(({ id, at, change }) => ({
    value: String(id),
    text: `${translate(WORDS.planned, language)}: ${translate(CHANGES[change], language)}, ${formatTime(at, style)}`,
  }));
  return (
    <div className="portal-preview__panel">
      <style href="portal-content-preview" precedence="default">
        {STYLES}
      </style>
      {choices.length > 0 && (
        <Choice choices={choices} isAsking={answer === undefined} onChoose={setPlanned} planned={planned} />
      )}
      <div aria-live="polite">
        <Loaded value={answer}>{(given) => <Answered answer={given} onLeave={onLeave} />}</Loaded>
      </div>
      {(answer === null || answer?.errors) && (
        <Button buttonStyle="secondary" onClick={() => setTimes(times + 1)} size="medium" type="button">
          {words.again}
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  choices: { value: string; text: string }[];
  planned: string | undefined;
  isAsking: boolean;
  onChoose(planned: string | undefined): void;
}

function Choice({ choices, planned, isAsking, onChoose }: ChoiceProps) {
  const words = useWords();
  const all = [{ value: undefined, text: words.typed }, ...choices];
  return (
    <fieldset disabled={isAsking}>
      <legend className="portal-preview__hidden">{words.which}</legend>
      {all.map(({ value, text }) => (
        <label key={value ?? ''}>
          <input
            checked={planned === value}
            name="portal-preview-which"
            onChange={() => onChoose(value)}
            type="radio"
            value={value ?? ''}
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function Answered({ answer, onLeave }: { answer: Answer; onLeave(): void }) {
  const words = useWords();
  const { errors, look = [], preview, styleSheet = null } = answer;
  if (preview) return <PreviewedDocument preview={preview} />;
  if (!errors?.[0]) return <p>{words.nothingLeft}</p>;
  const { data, message } = errors[0];
  return (
    <>
      <Refusal fields={data?.errors ?? []} message={message} onLeave={onLeave} />
      {look.length > 0 && <Look heading={words.incomplete} keys={look} styleSheet={styleSheet} />}
    </>
  );
}

/** What came of asking; after a refusal, with how it would look all the same. */
interface Answer extends PreviewAnswer {
  errors?: { message: string; data?: { errors?: FieldError[] } }[];
}

/**
 * Asks what the portal would read: of what is typed, or of a planned change. The form is only read.
 * @param planned the id of the planned change
 * @param times ask again when it changes
 * @returns undefined while asking; null without an answer
 */
function usePreview(planned: string | undefined, times: number): Answer | null | undefined {
  const { id, collectionSlug } = useDocumentInfo();
  const { createFormData } = useForm();
  const { code: locale } = useLocale();
  const ask = useApi();
  const question = `${planned} ${times}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is read when the drawer opens, and when it is asked again
  const load = useCallback(async () => {
    const query = new URLSearchParams({ 'fallback-locale': 'null', ...(locale && { locale }) });
    if (planned !== undefined) query.set('planned', planned);
    await untilIdle();
    const path = `/${collectionSlug}/${id === undefined ? '' : `${id}/`}preview` as const;
    const body = planned === undefined ? await createFormData({}, {}) : new FormData();
    const send = async (): Promise<Answer> =>
      (await ask(`${path}?${query}`, { method: 'POST', body })).json();
    const answered = async () => {
      const { errors, ...answer } = await send();
      if (!errors) return answer;
      // What is missing counts no more.
      query.set('incomplete', 'true');
      return { errors, ...(errors[0]?.data?.errors?.length && { ...(await send()), errors }) };
    };
    return { question, answer: await answered().catch(() => null) };
  }, [ask, collectionSlug, id, locale, question]);
  const loaded = useLoaded(load);
  // The answer to an earlier question stays until the next one comes.
  return loaded?.question === question ? loaded.answer : undefined;
}

const STYLES = `
.portal-preview__panel fieldset { border: 0; margin: 0 0 var(--base); padding: 0; }
.portal-preview__panel fieldset label { display: block; padding-block: 4px; }
.portal-preview__hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.portal-preview__panel h3 { margin-block: calc(var(--base) * 1.25) calc(var(--base) / 2); }
.portal-preview__panel h4 { margin-block: var(--base) 4px; }
.portal-preview__panel h4 code { font-weight: normal; opacity: 0.75; }
.portal-preview__panel summary { cursor: pointer; padding-block: 6px; }
.portal-preview__text {
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow: auto; margin: 0;
  padding: calc(var(--base) / 2); background: var(--theme-elevation-50); color: var(--theme-elevation-800);
}
.portal-preview__panel del { background: #fbdcda; color: #6d1410; }
.portal-preview__panel ins { background: #d3f3d8; color: #0b3d16; text-decoration: underline; }
.portal-preview__panel .portal-preview__to-field { display: inline; text-decoration: underline; }
.portal-preview__marks { margin-block-end: 4px; }
.portal-preview__frame { resize: vertical; overflow: hidden; height: 60vh; border: 1px solid var(--theme-elevation-200); margin-block-end: var(--base); }
.portal-preview__frame iframe { border: 0; width: 100%; height: 100%; background: #fff; display: block; }
.portal-preview__panel table { border-collapse: collapse; width: 100%; }
.portal-preview__panel th, .portal-preview__panel td { text-align: start; padding: 6px 8px 6px 0; border-block-end: 1px solid var(--theme-elevation-100); }
.portal-preview__panel ul { padding-inline-start: 1.25rem; margin-block: 4px; overflow-wrap: anywhere; }
.portal-preview__refusal { border-inline-start: 4px solid var(--theme-error-500); padding-inline-start: calc(var(--base) / 2); margin-block-end: var(--base); }
`;
