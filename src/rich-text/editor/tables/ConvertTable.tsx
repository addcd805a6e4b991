'use client';
import {
  $getNodeByKey,
  $isElementNode,
  $parseSerializedNode,
  NODE_STATE_KEY,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { Button } from '@payloadcms/ui';
import { useState } from 'react';
import { bilingual, speak } from '../../../i18n/bilingual.ts';
import type { Converted } from '../../convert/index.ts';
import { Preview } from '../components/Preview.tsx';
import type { KeptProps } from '../keptNodes.ts';
import { loadReader } from '../pasting/loading.ts';

const CONVERT = bilingual('Μετατροπή', 'Convert');
const DO_IT = bilingual('Μετατροπή σε πίνακα που γράφεται εδώ', 'Convert into a table that is edited here');
const CANCEL = bilingual('Ακύρωση', 'Cancel');
const AFTER = bilingual('Μετά τη μετατροπή', 'After the conversion');
const SOURCE = bilingual('Ο κώδικας μετά', 'The HTML after it');
const SAME = bilingual('Ο κώδικας μένει όπως είναι.', 'The HTML stays as it is.');
const REFUSED = bilingual(
  'Δεν μετατρέπεται: έχει μέσα του άλλον πίνακα, ή κάτι έξω από τα κελιά του.',
  'It cannot be converted: there is another table in it, or something outside its cells.',
);
const FAILED = bilingual(
  'Κάτι δεν φορτώθηκε. Ανανεώστε τη σελίδα και δοκιμάστε ξανά.',
  'Something could not be loaded. Reload the page and try again.',
);

/** Offers to open a kept table, and shows first what would become of its HTML. */
export function ConvertTable({ html, nodeKey, language }: KeptProps & { language: string }) {
  const [editor] = useLexicalComposerContext();
  const [after, setAfter] = useState<Converted>();
  const [problem, setProblem] = useState('');
  const look = async () => {
    try {
      const { convertTable } = await loadReader(() => import('../../convert/index.ts'));
      const converted = convertTable(html);
      setAfter(converted);
      setProblem(converted ? '' : speak(REFUSED, language));
    } catch (error) {
      console.error(error);
      setProblem(speak(FAILED, language));
    }
  };
  const convert = ({ node }: Converted) =>
    editor.update(() => {
      const kept = $getNodeByKey(nodeKey);
      if (!kept) return;
      const state = { ...(node[NODE_STATE_KEY] ?? {}), ...kept.exportJSON()[NODE_STATE_KEY] };
      const held = Object.keys(state).length > 0 ? { [NODE_STATE_KEY]: state } : {};
      const table = $parseSerializedNode({ ...node, ...held } as unknown as SerializedLexicalNode);
      kept.replace(table);
      if ($isElementNode(table)) table.selectStart();
    });
  const button = (label: string, act: () => void, style: 'primary' | 'secondary' = 'secondary') => (
    <Button buttonStyle={style} margin={false} onClick={act} size="small">
      {label}
    </Button>
  );
  return (
    <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
      {after ? (
        <>
          <strong>{speak(AFTER, language)}</strong>
          <div style={{ width: '100%' }}>
            <Preview html={after.html} title={speak(AFTER, language)} />
          </div>
          {after.html === html ? (
            speak(SAME, language)
          ) : (
            <details>
              <summary>{speak(SOURCE, language)}</summary>
              <pre className="kept-html__source" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {after.html}
              </pre>
            </details>
          )}
          <div style={{ display: 'flex', gap: 8 }}>
            {button(speak(DO_IT, language), () => convert(after), 'primary')}
            {button(speak(CANCEL, language), () => setAfter(undefined))}
          </div>
        </>
      ) : (
        !problem && button(speak(CONVERT, language), () => void look())
      )}
      <span role="status">{problem}</span>
    </div>
  );
}
