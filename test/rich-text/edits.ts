import fc from 'fast-check';
import type { NodeJson } from '../../src/rich-text/index.ts';
import { documentLink, heading, item, list, paragraph, picture, text, textsOf } from './states.ts';

type Edit = (blocks: NodeJson[], at: number, to: number) => void;

/** What an editor does to whole blocks, and to the words of one. */
const EDITS: Record<string, Edit> = {
  insert: (blocks, at) => void blocks.splice(at % (blocks.length + 1), 0, paragraph(text('new'))),
  insertHeading: (blocks, at) => void blocks.splice(at % (blocks.length + 1), 0, heading('h3', text('new'))),
  insertList: (blocks, at) =>
    void blocks.splice(
      at % (blocks.length + 1),
      0,
      list('ul', item(text('new'))),
      list('ol', item(text('x'))),
    ),
  insertDocuments: (blocks, at, to) =>
    void blocks.splice(
      at % (blocks.length + 1),
      0,
      picture(to, { alt: 'α > "β"', caption: 'γ < δ' }),
      paragraph(text('new '), documentLink('news-posts', at, text('x'), text('y', 1))),
    ),
  edit: (blocks, at, to) => {
    const texts = textsOf(blocks[at % blocks.length] as NodeJson);
    const node = texts[to % texts.length];
    if (node) node.text = `${node.text}X`;
  },
  empty: (blocks, at) => {
    const block = blocks[at % blocks.length];
    if (block?.children) block.children = block.type === 'list' ? [item()] : [];
  },
  move: (blocks, at, to) => {
    const [block] = blocks.splice(at % blocks.length, 1);
    blocks.splice(to % (blocks.length + 1), 0, block as NodeJson);
  },
  copy: (blocks, at, to) => {
    blocks.splice(to % (blocks.length + 1), 0, structuredClone(blocks[at % blocks.length] as NodeJson));
  },
  remove: (blocks, at) => void blocks.splice(at % blocks.length, 1),
};

/** Up to four edits, as one function of the root's children. */
export const anyEdits: fc.Arbitrary<(blocks: NodeJson[]) => void> = fc
  .array(fc.tuple(fc.constantFrom(...Object.keys(EDITS)), fc.nat(40), fc.nat(40)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((edits) =>
    Object.assign(
      (blocks: NodeJson[]) => {
        for (const [name, at, to] of edits)
          if (blocks.length > 0 || name.startsWith('insert')) EDITS[name]?.(blocks, at, to);
      },
      { toString: () => JSON.stringify(edits) },
    ),
  );
