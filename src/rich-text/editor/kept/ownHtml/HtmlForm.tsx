'use client';
import { Button } from '@payloadcms/ui';
import { useEffect, useId, useState } from 'react';
import { bilingual, translate } from '../../../../payload/i18n/bilingual.ts';
import { loadReader } from '../../paste/loading.ts';
import { Preview } from '../Preview.tsx';

const CODE = bilingual('Κώδικας HTML', 'HTML');
const LOOK = bilingual('Προεπισκόπηση', 'Preview');
const ADD = bilingual('Προσθήκη στο κείμενο', 'Add to the text');
const CHANGE = bilingual('Αλλαγή', 'Change');
const FAILED = bilingual(
  'Ο έλεγχος δεν φορτώθηκε· θα γίνει στην αποθήκευση.',
  'The check could not be loaded; a save will check it.',
);

/** The quiet time before what was typed is checked, in milliseconds. */
const PAUSE = 300;

interface HtmlFormProps {
  /** '' for a new piece. */
  was: string;
  hosts: string[];
  language: string;
  onSubmit(html: string): void;
}

/** A piece of HTML as it is written and as it looks. What a save would refuse is said in its words, and not taken. */
export function HtmlForm({ was, hosts, language, onSubmit }: HtmlFormProps) {
  const id = useId();
  const [html, setHtml] = useState(was);
  const { isChecked, problems } = useCheck(html, was, hosts, language);
  return (
    <div style={{ display: 'grid', gap: 16, justifyItems: 'start' }}>
      <label htmlFor={id}>{translate(CODE, language)}</label>
      <textarea
        dir="ltr"
        id={id}
        onChange={({ target }) => setHtml(target.value)}
        rows={10}
        spellCheck={false}
        style={{ width: '100%', fontFamily: 'monospace', padding: 8 }}
        value={html}
      />
      <div role="status">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {html.trim() !== '' && (
        <div style={{ width: '100%' }}>
          <strong>{translate(LOOK, language)}</strong>
          <Preview html={html} title={translate(LOOK, language)} />
        </div>
      )}
      <Button
        disabled={!isChecked || problems.length > 0 || html.trim() === ''}
        margin={false}
        onClick={() => onSubmit(html.trim())}
        type="button"
      >
        {translate(was === '' ? ADD : CHANGE, language)}
      </Button>
    </div>
  );
}

interface Checked {
  html: string;
  problems: string[];
}

/** Why a save would refuse the HTML. What it was is let through, as what an import has brought. */
function useCheck(html: string, was: string, hosts: string[], language: string) {
  const [checked, setChecked] = useState<Checked>({ html: '', problems: [] });
  useEffect(() => {
    const check = async (): Promise<string[]> => {
      const { judgeServed } = await loadReader(() => import('../../../safety/index.ts'));
      const { problems } = judgeServed(html.trim(), { imported: was, videoHosts: hosts });
      return problems.map(({ message, messageEl }) => translate({ en: message, el: messageEl }, language));
    };
    let isGone = false;
    const timer = setTimeout(async () => {
      const problems = await check().catch((error: unknown) => {
        console.error(error);
        return undefined;
      });
      if (isGone) return;
      setChecked({ html, problems: problems ?? [translate(FAILED, language)] });
    }, PAUSE);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [html, was, hosts, language]);
  return { isChecked: checked.html === html, problems: checked.problems };
}
