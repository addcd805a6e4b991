import type { SerializedLinkNode } from '@payloadcms/richtext-lexical';
import { $isElementNode, type ElementNode, type LexicalEditor } from '@payloadcms/richtext-lexical/lexical';
import { isLinkAddress, NO_ADDRESS_YET } from '../../safety/urls.ts';

type LinkNode = ElementNode & {
  getFields(): SerializedLinkNode['fields'];
  setFields(fields: SerializedLinkNode['fields']): unknown;
};

/**
 * Takes away links that a visitor could not follow, however they come in: pasted, dropped or typed. Their words stay, and
 * `tell` is given them. What the text has had from the start is left as it is, for it may be imported.
 */
export function registerLinkAddresses(editor: LexicalEditor, tell: (links: string[]) => void): () => void {
  const link = editor._nodes.get('link')?.klass;
  if (!link) return () => undefined;
  const known = new Set([NO_ADDRESS_YET]);
  for (const node of editor.getEditorState()._nodeMap.values()) {
    if (node instanceof link) known.add(editor.getEditorState().read(() => addressOf(node as LinkNode)));
  }
  let removed: string[] = [];
  const stopRemoving = editor.registerNodeTransform(link, (node) => {
    if ((node as LinkNode).getFields()?.linkType === 'internal') return;
    const address = addressOf(node as LinkNode);
    if (known.has(address) || isLinkAddress(address)) return;
    const fields = (node as LinkNode).getFields();
    if (isLinkAddress(address.trim())) {
      (node as LinkNode).setFields({ ...fields, url: address.trim() });
      return;
    }
    removed.push(node.getTextContent());
    if ($isElementNode(node)) for (const child of node.getChildren()) node.insertBefore(child);
    node.remove();
  });
  const stopTelling = editor.registerUpdateListener(() => {
    if (removed.length > 0) tell(removed);
    removed = [];
  });
  return () => {
    stopRemoving();
    stopTelling();
  };
}

function addressOf(node: LinkNode): string {
  return node.getFields()?.url ?? '';
}
