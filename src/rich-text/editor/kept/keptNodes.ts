import {
  $getState,
  createState,
  DecoratorNode,
  type EditorConfig,
  type Klass,
  type LexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { DecoratorBlockNode } from '@payloadcms/richtext-lexical/lexical/react/LexicalDecoratorBlockNode';
import type { JSX } from 'react';
import { KEPT_BLOCK, KEPT_INLINE } from '../../nodeTypes.ts';

/** What an editor sees of a node that keeps HTML as it is. */
export interface KeptProps {
  html: string;
  nodeKey: string;
}

type Show = (kept: KeptProps) => JSX.Element | null;

const html = createState('html', { parse: (value) => (typeof value === 'string' ? value : '') });
const stateConfigs = [{ flat: true, stateConfig: html }] as const;

/** The nodes that keep HTML as it is, on lines of its own and in a text; a server shows neither. */
export function keptNodes(showBlock: Show = () => null, showInline: Show = () => null): Klass<LexicalNode>[] {
  class KeptNode extends DecoratorBlockNode {
    override $config() {
      return this.config(KEPT_BLOCK, { extends: DecoratorBlockNode, stateConfigs });
    }
    override createDOM(config?: EditorConfig) {
      return element('div', config?.theme.block);
    }
    override decorate() {
      return showBlock({ html: $getState(this, html), nodeKey: this.getKey() });
    }
  }
  class KeptInlineNode extends DecoratorNode<JSX.Element | null> {
    override $config() {
      return this.config(KEPT_INLINE, { extends: DecoratorNode, stateConfigs });
    }
    override createDOM({ theme }: EditorConfig) {
      return element('span', theme.inlineBlock);
    }
    override updateDOM() {
      return false;
    }
    override decorate() {
      return showInline({ html: $getState(this, html), nodeKey: this.getKey() });
    }
  }
  return [KeptNode, KeptInlineNode];
}

function element(name: string, className: string | undefined): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}
