import { describe, expect, it } from 'vitest';
import {
  htmlToLexical,
  judgeServed,
  lexicalToHtml,
  refuseState,
  VIDEO_HOSTS,
} from '../../src/rich-text/index.ts';
import { videoAddress } from '../../src/rich-text/safety/addresses.ts';
import { headlessEditor, throughEditor } from './editor.ts';
import { paragraph, state, text } from './states.ts';

const video = (address: string, title = 'Οδηγίες') => ({
  type: 'video',
  version: 1,
  format: '',
  address,
  title,
});
const EMBEDDED = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const editor = await headlessEditor();

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x', EMBEDDED],
    ['youtube.com/watch?v=dQw4w9WgXcQ&t=90s', `${EMBEDDED}?start=90`],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', EMBEDDED],
    ['http://m.youtube.com/shorts/dQw4w9WgXcQ', EMBEDDED],
    ['//www.youtube.com/embed/dQw4w9WgXcQ', EMBEDDED],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://player.vimeo.com/video/76979871?h=1', 'https://player.vimeo.com/video/76979871?h=1'],
  ])('%s is embedded as %s', (typed, address) => {
    expect(videoAddress(typed, VIDEO_HOSTS)).toBe(address);
  });

  it('is of the hosts that are allowed', () => {
    const page = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    expect(videoAddress(page, ['www.youtube.com'])).toBe('https://www.youtube.com/embed/dQw4w9WgXcQ');
    expect(videoAddress(page, ['player.vimeo.com'])).toBe(undefined);
    expect(videoAddress('https://video.gov.example/e/1', ['video.gov.example'])).toBe(
      'https://video.gov.example/e/1',
    );
  });

  it.each([
    '',
    'https://www.youtube.com/',
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ',
    'javascript:alert(1)//www.youtube.com/embed/dQw4w9WgXcQ',
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/"onload="x',
    'βίντεο με γάτες',
  ])('is refused where no allowed host shows it: %s', (typed) => {
    expect([undefined, 'https://www.youtube.com/watch']).toContain(videoAddress(typed, ['www.youtube.com']));
    expect(videoAddress(typed, ['player.vimeo.com'])).toBe(undefined);
  });
});

describe('a video in a text', () => {
  it('is an iframe with a title, which is kept when it is read again', () => {
    const html = `<iframe src="${EMBEDDED}" title="Οδηγίες &quot;1&quot; &amp; 2" width="560" height="315" loading="lazy" allowfullscreen></iframe>`;
    const value = state(paragraph(), video(EMBEDDED, 'Οδηγίες "1" & 2'), paragraph(text('α')));
    expect(refuseState(value)).toEqual([]);
    expect(lexicalToHtml(value)).toBe(`${html}<p>α</p>`);
    expect(lexicalToHtml(throughEditor(editor, value))).toBe(`${html}<p>α</p>`);
    expect(lexicalToHtml(htmlToLexical(html))).toBe(html);
    expect(judgeServed(html, { videoHosts: VIDEO_HOSTS }).problems).toEqual([]);
    expect(judgeServed(html, { videoHosts: ['player.vimeo.com'] }).problems).toHaveLength(1);
  });

  it.each([
    [video('javascript:alert(1)'), 'A part is malformed: video.address.'],
    [video('http://www.youtube.com/embed/a'), 'A part is malformed: video.address.'],
    [video(EMBEDDED, ' '), 'A part is malformed: video.title.'],
    [{ ...video(EMBEDDED), title: 1 }, 'A part is malformed: video.title.'],
    [{ ...video(EMBEDDED), children: [] }, 'A part is malformed: video.children.'],
  ])('is refused where no editor makes it so: %j', (node, message) => {
    expect(refuseState(state(node)).map((problem) => problem.message)).toEqual([message]);
  });
});
