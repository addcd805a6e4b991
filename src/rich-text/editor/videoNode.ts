import {
  $getState,
  $setState,
  createState,
  type EditorConfig,
  type Klass,
  type LexicalNode,
} from '@payloadcms/richtext-lexical/lexical';
import { DecoratorBlockNode } from '@payloadcms/richtext-lexical/lexical/react/LexicalDecoratorBlockNode';
import type { JSX } from 'react';
import { VIDEO } from '../nodeTypes.ts';

export interface Video {
  address: string;
  title: string;
}

const text = (key: string) =>
  createState(key, { parse: (value) => (typeof value === 'string' ? value : '') });
const address = text('address');
const title = text('title');
const stateConfigs = [
  { flat: true, stateConfig: address },
  { flat: true, stateConfig: title },
] as const;

/** The node of a video; a server shows nothing. */
export function videoNode(
  show: (video: Video & { nodeKey: string }) => JSX.Element | null = () => null,
): Klass<LexicalNode> {
  return class VideoNode extends DecoratorBlockNode {
    override $config() {
      return this.config(VIDEO, { extends: DecoratorBlockNode, stateConfigs });
    }
    override createDOM(config?: EditorConfig) {
      const made = document.createElement('div');
      if (config?.theme.block) made.className = config.theme.block;
      return made;
    }
    override decorate() {
      return show({
        address: $getState(this, address),
        title: $getState(this, title),
        nodeKey: this.getKey(),
      });
    }
  };
}

export function $setVideo(node: LexicalNode, video: Video): void {
  $setState(node, address, video.address);
  $setState(node, title, video.title);
}
