import { escapeAttribute } from '../html/startTag.ts';
import { VIDEO } from '../nodeTypes.ts';
import { type Kind, words } from './kind.ts';

/** A video of an allowed host. Imported ones stay kept. */
export const video: Kind = {
  type: VIDEO,
  level: 'block',
  shape: {
    /** The hosts are judged in the HTML. */
    address: words.refine((address) => /^https:\/\//.test(address) && URL.canParse(address)),
    title: words.refine((title) => title.trim() !== ''),
  },
  render: ({ address, title }) =>
    `<iframe src="${escapeAttribute(String(address))}" title="${escapeAttribute(String(title))}" width="560" height="315" loading="lazy" allowfullscreen></iframe>`,
};
