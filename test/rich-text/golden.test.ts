import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { htmlToLexical, lexicalToHtml } from '../../src/rich-text/index.ts';
import { capturedTexts } from './capture.ts';
import rendered from './rendered.json' with { type: 'json' };
import { ugly } from './ugly.ts';

/**
 * Stored texts are known by what their blocks render to: what renders otherwise loses its bytes at the next edit. A change
 * here needs a reason.
 */
const render = (html: string) => lexicalToHtml(htmlToLexical(html));

it('every ugly text renders as it always has', () => {
  const now = Object.entries(ugly).map(([name, html]) => [name, render(html)]);
  expect(Object.fromEntries(now)).toEqual(rendered.ugly);
});

it('every captured text renders as it always has', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify(capturedTexts.map(render)))
    .digest('hex');
  expect(digest).toBe(rendered.captured);
});
