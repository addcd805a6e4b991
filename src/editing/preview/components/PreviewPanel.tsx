'use client';

import { Button } from '@payloadcms/ui';
import { useState } from 'react';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { CHANGES } from '../../planning/words.ts';
import { useOwnPublication } from '../../publication/components/usePublication.ts';
import { WORDS } from '../words.ts';
import { Look, PreviewedDocument, Refusal, useWords } from './PreviewedDocument.tsx';
import { type Answer, usePreview } from './usePreview.ts';

/** What the portal would read: of what is typed, or of a planned change. @param onLeave closes the drawer around it */
export function PreviewPanel({ onLeave }: { onLeave(): void }) {
  const style = useTimeStyle();
  const { language } = style;
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
        <Answered answer={answer} onAgain={() => setTimes(times + 1)} onLeave={onLeave} />
      </div>
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

interface AnsweredProps {
  answer: Answer | null | undefined;
  onAgain(): void;
  onLeave(): void;
}

function Answered({ answer, onAgain, onLeave }: AnsweredProps) {
  const words = useWords();
  if (answer === undefined) return <p>{words.loading}</p>;
  if (answer?.preview) return <PreviewedDocument preview={answer.preview} />;
  if (answer?.preview === null) return <p>{words.nothingLeft}</p>;
  const { look = [], styleSheet = null } = answer?.refused ?? {};
  return (
    <>
      {answer?.refused ? <Refusal {...answer.refused} onLeave={onLeave} /> : <p>{words.noAnswer}</p>}
      <Button buttonStyle="secondary" onClick={onAgain} size="medium" type="button">
        {words.again}
      </Button>
      {look.length > 0 && <Look heading={words.incomplete} keys={look} styleSheet={styleSheet} />}
    </>
  );
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
