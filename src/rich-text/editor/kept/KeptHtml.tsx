import { $getNodeByKey } from '@payloadcms/richtext-lexical/lexical';
import { useLexicalComposerContext } from '@payloadcms/richtext-lexical/lexical/react/LexicalComposerContext';
import { useLexicalEditable } from '@payloadcms/richtext-lexical/lexical/react/useLexicalEditable';
import { Button, Collapsible, useTranslation } from '@payloadcms/ui';
import { type ComponentProps, type CSSProperties, useEffect, useState } from 'react';
import { type Becomes, ConvertKept } from './ConvertKept.tsx';
import { describeHtml } from './describeHtml.ts';
import type { KeptProps } from './keptNodes.ts';
import { registerKeptPlaces } from './keptPlaces.ts';
import { Preview } from './Preview.tsx';

const SHOW_SOURCE = { en: 'Show HTML', el: 'Προβολή του κώδικα' };
const REMOVE = { en: 'Remove', el: 'Αφαίρεση' };
const PREVIEW = { en: 'Preview', el: 'Προεπισκόπηση' };

/** The names by which Payload dresses what stands for its own blocks. */
const BLOCK = 'LexicalEditorTheme__block';
const INLINE = 'LexicalEditorTheme__inlineBlock';

const sourceStyle: CSSProperties = {
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 240,
  overflow: 'auto',
};
const labelStyle: CSSProperties = { flexGrow: 1, overflowWrap: 'anywhere' };

interface ShownProps extends KeptProps {
  /** The slug of the collection of images and files; '' where texts have none. */
  media: string;
}

export function KeptPlaces(): null {
  const [editor] = useLexicalComposerContext();
  useEffect(() => registerKeptPlaces(editor), [editor]);
  return null;
}

function useLanguage() {
  return useTranslation().i18n.language === 'el' ? 'el' : 'en';
}

/** Block-level HTML that the editor lacks: shown as it looks, kept as it is. */
export function KeptHtmlBlock({ html, nodeKey, media }: ShownProps) {
  const language = useLanguage();
  const isEditable = useLexicalEditable();
  const { label, detail, visible, becomes } = describeHtml(html, language);
  return (
    <div className={`${BLOCK}__container`}>
      <Collapsible
        className={`${BLOCK}__row`}
        header={
          <div className={`${BLOCK}__block-header`}>
            <span className="kept-html__label" style={labelStyle}>
              <strong>{label}</strong> {detail}
            </span>
            <div className={`${BLOCK}__block-actions`}>
              <RemoveButton className={`${BLOCK}__removeButton`} nodeKey={nodeKey} />
            </div>
          </div>
        }
      >
        {visible && <Preview html={html} title={`${PREVIEW[language]}: ${label}`} />}
        <details>
          <summary>{SHOW_SOURCE[language]}</summary>
          <pre className="kept-html__source" style={sourceStyle}>
            {html}
          </pre>
        </details>
        {isEditable && isOffered(becomes, media) && (
          <ConvertKept becomes={becomes} html={html} language={language} nodeKey={nodeKey} />
        )}
      </Collapsible>
    </div>
  );
}

/** Inline HTML that the editor lacks: a small label, its HTML in a tooltip. */
export function KeptHtmlInline({ html, nodeKey, media }: ShownProps) {
  const language = useLanguage();
  const isEditable = useLexicalEditable();
  const { label, detail, becomes } = describeHtml(html, language);
  return (
    <span className={`${INLINE}__container`}>
      <span className="kept-html__label" title={html}>
        <strong>{label}</strong> {detail}
      </span>
      <RemoveButton className={`${INLINE}__removeButton`} nodeKey={nodeKey} size="small" />
      {isEditable && isOffered(becomes, media) && (
        <ConvertAlone becomes={becomes} html={html} language={language} nodeKey={nodeKey} />
      )}
    </span>
  );
}

/** What is converted stands on lines of its own, so it is offered for what is all of a paragraph. */
function ConvertAlone(props: ComponentProps<typeof ConvertKept>) {
  const { nodeKey } = props;
  const [editor] = useLexicalComposerContext();
  const [isAlone, setAlone] = useState(false);
  useEffect(() => {
    const look = () =>
      editor.read(() => {
        const line = $getNodeByKey(nodeKey)?.getParent();
        setAlone(line?.getType() === 'paragraph' && line.getChildrenSize() === 1);
      });
    look();
    return editor.registerUpdateListener(look);
  }, [editor, nodeKey]);
  return isAlone ? <ConvertKept {...props} /> : null;
}

function isOffered(becomes: Becomes | undefined, media: string): becomes is Becomes {
  return becomes === 'table' || (becomes === 'picture' && media !== '');
}

function RemoveButton({ nodeKey, ...look }: { nodeKey: string; className: string; size?: 'small' }) {
  const [editor] = useLexicalComposerContext();
  const language = useLanguage();
  if (!useLexicalEditable()) return null;
  const remove = () => editor.update(() => $getNodeByKey(nodeKey)?.remove());
  return (
    <Button
      {...look}
      buttonStyle="icon-label"
      icon="x"
      onClick={(event) => {
        event.preventDefault();
        remove();
      }}
      round
      // Payload shows what has one above the header, which would take the press.
      tooltip={REMOVE[language]}
    />
  );
}
