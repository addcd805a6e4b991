import {
  $getRoot,
  type EditorState,
  type ElementNode,
  type LexicalEditor,
  type LexicalNode,
  NODE_STATE_KEY,
  RootNode,
} from '@payloadcms/richtext-lexical/lexical';

type NodeState = Record<string, unknown>;

/**
 * Keeps blocks inside the elements that stand around them in the imported HTML: Lexical makes a new node where an editor
 * turns a paragraph into a heading or splits it, and the new one would fall out of its box.
 */
export function registerKeptPlaces(editor: LexicalEditor): () => void {
  return editor.registerNodeTransform(RootNode, (root) => {
    const before = editor.getEditorState();
    const keysBefore = before.read(() => $getRoot().getChildrenKeys());
    const keys = root.getChildrenKeys();
    if (keys.length === keysBefore.length && keys.every((key, i) => key === keysBefore[i])) return;
    const isAnother = !keys.some((key) => before._nodeMap.has(key));
    if (isAnother) return;
    const known = new Map(keysBefore.map((key, i) => [key, i]));
    const remaining = new Set(keys);
    let last = -1;
    let added: ElementNode[] = [];
    for (const node of [...root.getChildren(), undefined]) {
      const index = node ? known.get(node.getKey()) : keysBefore.length;
      if (index === undefined) {
        if (isFreshBlock(node)) added.push(node);
        continue;
      }
      if (added.length > 0 && index > last) {
        const removed = keysBefore.slice(last + 1, index).filter((key) => !remaining.has(key));
        settle(added, removed, last >= 0 ? keysBefore[last] : undefined, before);
      }
      added = [];
      last = index;
    }
  });
}

/** New blocks take the places of those that went, in order; the second half of a split one stays with the first. */
function settle(
  added: ElementNode[],
  removed: string[],
  previousKey: string | undefined,
  before: EditorState,
): void {
  for (const [i, node] of added.entries()) {
    const replaced = removed[Math.min(i, removed.length - 1)];
    if (replaced !== undefined) surround(node, placeOf(replaced, before));
    else if (previousKey !== undefined && isSecondHalf(node, previousKey, before)) {
      surround(node, placeOf(previousKey, before));
    }
  }
}

function isFreshBlock(node: LexicalNode | undefined): node is ElementNode {
  if (!node || !('getChildren' in node)) return false;
  return node.exportJSON()[NODE_STATE_KEY] === undefined;
}

function isSecondHalf(node: ElementNode, previousKey: string, before: EditorState): boolean {
  const text = node.getTextContent();
  const previous = node.getPreviousSibling();
  if (text === '' || previous?.getKey() !== previousKey) return false;
  const textBefore = before.read(() => before._nodeMap.get(previousKey)?.getTextContent());
  return textBefore === previous.getTextContent() + text;
}

/** The elements around a block as it was: everything it keeps but its own tag. */
function placeOf(key: string, before: EditorState): NodeState {
  const held = before.read(() => before._nodeMap.get(key)?.exportJSON()[NODE_STATE_KEY]) ?? {};
  return Object.fromEntries(Object.entries(held).filter(([name]) => /^h\d+$/.test(name)));
}

function surround(node: ElementNode, place: NodeState): void {
  if (Object.keys(place).length === 0) return;
  node.updateFromJSON({ ...node.exportJSON(), [NODE_STATE_KEY]: place });
}
