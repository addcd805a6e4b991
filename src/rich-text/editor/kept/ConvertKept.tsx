import {
  $getNodeByKey,
  $isElementNode,
  $parseSerializedNode,
  type LexicalNode,
  NODE_STATE_KEY,
  type SerializedLexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { Button } from '@payloadcms/ui';
import { useState } from 'react';
import { NO_ANSWER, useApi } from '../../../payload/admin/useApi.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import type { Converted } from '../../convert.ts';
import type { KeptProps } from './keptNodes.ts';
import { Preview } from './Preview.tsx';

const CONVERT = bilingual('Μετατροπή', 'Convert');
const DO_IT = {
  table: bilingual('Μετατροπή σε πίνακα που γράφεται εδώ', 'Convert into an editable table'),
  picture: bilingual(
    'Μετατροπή σε εικόνα από τις «Εικόνες και αρχεία»',
    'Convert into a picture from “Images and files”',
  ),
};
const CANCEL = bilingual('Ακύρωση', 'Cancel');
const AFTER = bilingual('Μετά τη μετατροπή', 'After the conversion');
const SOURCE = bilingual('Ο κώδικας μετά', 'The resulting HTML');
const SAME = bilingual('Ο κώδικας μένει όπως είναι.', 'The HTML stays as it is.');
/** What kept HTML can become. */
export type Becomes = keyof typeof DO_IT;

interface ConvertProps extends KeptProps {
  becomes: Becomes;
  language: string;
}

/** Offers to open a kept table or image, and shows first what would become of its HTML. */
export function ConvertKept({ html, nodeKey, becomes, language }: ConvertProps) {
  const [editor] = useLexicalComposerContext();
  const ask = useApi();
  const [after, setAfter] = useState<Converted>();
  const [problem, setProblem] = useState('');
  const look = async () => {
    try {
      const asked = await ask('/portal-conversion', { method: 'POST', json: { becomes, html } });
      const read: Converted | { problem?: string; errors: [{ message: string }] } = await asked.json();
      if ('node' in read) setAfter(read);
      else setProblem(read.problem ?? read.errors[0].message);
    } catch (error) {
      console.error(error);
      setProblem(translate(NO_ANSWER, language));
    }
  };
  const button = (label: string, act: () => void, style: 'primary' | 'secondary' = 'secondary') => (
    <Button buttonStyle={style} margin={false} onClick={act} size="small">
      {label}
    </Button>
  );
  return (
    <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
      {after ? (
        <>
          <strong>{translate(AFTER, language)}</strong>
          <div style={{ width: '100%' }}>
            <Preview html={after.html} title={translate(AFTER, language)} />
          </div>
          {after.html === html ? (
            translate(SAME, language)
          ) : (
            <details>
              <summary>{translate(SOURCE, language)}</summary>
              <pre className="kept-html__source" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {after.html}
              </pre>
            </details>
          )}
          <div style={{ display: 'flex', gap: 8 }}>
            {button(
              translate(DO_IT[becomes], language),
              () => editor.update(() => $convert(nodeKey, after)),
              'primary',
            )}
            {button(translate(CANCEL, language), () => setAfter(undefined))}
          </div>
        </>
      ) : (
        button(translate(CONVERT, language), () => void look())
      )}
      <span role="status">{problem}</span>
    </div>
  );
}

function $convert(nodeKey: string, { node }: Converted): void {
  const kept = $getNodeByKey(nodeKey);
  if (!kept) return;
  const state = { ...(node[NODE_STATE_KEY] ?? {}), ...kept.exportJSON()[NODE_STATE_KEY] };
  const held = node.type === 'table' && Object.keys(state).length > 0 ? { [NODE_STATE_KEY]: state } : {};
  const block = $parseSerializedNode({ ...node, ...held } as unknown as SerializedLexicalNode);
  placeOf(kept).replace(block);
  if ($isElementNode(block)) block.selectStart();
}

/** An image that is all of a paragraph is replaced with it. */
function placeOf(kept: LexicalNode): LexicalNode {
  return kept.isInline() ? kept.getParentOrThrow() : kept;
}
