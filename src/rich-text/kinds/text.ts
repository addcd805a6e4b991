import { z } from 'zod';
import { MARK_BITS } from '../html/elements.ts';
import { escapeText, nameOf } from '../html/startTag.ts';
import type { NodeJson, Wrap } from '../state.ts';
import { type Kind, withState, words } from './kind.ts';

const ALL_FORMATS = Object.values(MARK_BITS).reduce((all, bit) => all | bit, 0);

export const text: Kind = {
  type: 'text',
  level: 'leaf',
  shape: {
    text: words,
    // Formats without a tag here (highlight, upper case, …) would be lost in silence.
    format: z
      .int()
      .refine((bits) => (bits & ~ALL_FORMATS) === 0)
      .optional(),
  },
  render: ({ text }) => (typeof text === 'string' ? escapeText(text) : ''),
};

export const tab: Kind = { ...text, type: 'tab' };

/** The bit of Lexical's text format that a tag stands for; 0 for none. */
export function bitOf(tag: string): number {
  return MARK_BITS[nameOf(tag)] ?? 0;
}

export function textNode(text: string, wraps: Wrap[]): NodeJson {
  const format = wraps.reduce((bits, { tag }) => bits | bitOf(tag), 0);
  return withState(
    { type: 'text', detail: 0, format, mode: 'normal', style: '', text, version: 1 },
    { wraps },
  );
}
