import { nameOf, parseStartTag } from '../html/startTag.ts';
import { keptOf, type NodeJson, type Wrap } from '../state.ts';
import { type Kind, withState } from './kind.ts';

export const linebreak: Kind = {
  type: 'linebreak',
  level: 'leaf',
  render(node) {
    const { tag } = keptOf(node);
    if (tag === '') return '';
    return tag && nameOf(tag) === 'br' ? tag : '<br>';
  },
};

/** `tag` is '' for a break that stands between two blocks and is no `<br>`. */
export function breakNode(tag: string, wraps: Wrap[]): NodeJson {
  // `</br>` breaks the line like `<br>` (HTML 13.2.6.4.7), but is no tag that could be written again.
  const written = tag === '' || parseStartTag(tag) ? tag : '<br>';
  return withState({ type: 'linebreak', version: 1 }, { tag: written, wraps });
}
