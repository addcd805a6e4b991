import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type HtmlNode, parseHtml } from '../../src/rich-text/html/tree.ts';
import { judgeServed, VIDEO_HOSTS } from '../../src/rich-text/index.ts';
import { launchChromium } from '../support/chromium.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { anyHtml } from './arbitrary.ts';
import { ugly } from './ugly.ts';

/** What runs says so by calling `ran`. Half of a tag here becomes one beside the next. */
const PIECES = [
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<div>',
    '</div>',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<a href=x>',
    '</a>',
  ],
  ...[
    '<ul>',
    '<li>',
    '</ul>',
    '<img src=x>',
    '<p title="',
    '">',
    "<p title='",
    "'>",
    '<!--',
    '-->',
    '--!>',
    '<!-->',
  ],
  ...[
    '<img src=x onerror=ran()>',
    '<img/onerror=ran() src=x>',
    '<p onmouseover=ran()>',
    '<b/onclick="ran()">',
  ],
  ...['<a href="javascript:ran()">', '<a href=" java&#9;script:ran()">', '<a href="&#1;javascript:ran()">'],
  ...['<script>ran()</script>', '<script>', '</script>', '<style>', '</style>', '<textarea>', '</textarea>'],
  ...[
    '<svg>',
    '</svg>',
    '<svg onload=ran()>',
    '<math>',
    '</math>',
    '<mtext>',
    '<foreignObject>',
    '<desc>',
    '<title>',
  ],
  ...[
    '<template>',
    '</template>',
    '<noscript>',
    '</noscript>',
    '<xmp>',
    '</xmp>',
    '<plaintext>',
    '<select>',
    '<option>',
  ],
  ...[
    '<form>',
    '</form>',
    '<input autofocus onfocus=ran()>',
    '<button>',
    '<details open ontoggle=ran()>',
    '<marquee>',
  ],
  ...[
    '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
    '<iframe src="javascript:parent.ran()">',
    '</iframe>',
  ],
  ...[
    '<video><source onerror=ran()></video>',
    '<audio src=x onerror=ran()></audio>',
    '<object data="javascript:ran()">',
  ],
  ...[
    '<embed src="javascript:ran()">',
    '<body onload=ran()>',
    '<html onclick=ran()>',
    '<frameset onload=ran()>',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    '<?xml',
    '<!DOCTYPE x>',
    '<',
    '>',
    '"',
    "'",
    '`',
    '=',
    '/',
    ' ',
    '\n',
    '\f',
    '\u00a0',
    '\ufeff',
  ],
  ...[
    'onerror=ran()',
    'onclick=ran()',
    ' src=x ',
    'img',
    'script',
    '&lt;',
    '&#x3c;',
    '&quot;',
    '\0',
    '\u2028',
    'λόγος',
  ],
];

const anything = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 })
  .map((all) => all.join(''));
const accepted = (count: number) =>
  fc
    .sample(anything, { numRuns: count, seed: 7 })
    .filter((html) => judgeServed(html, { videoHosts: VIDEO_HOSTS }).problems.length === 0);

describe('what is let through of anything', () => {
  let page: Page;
  let served: string[];
  beforeAll(async () => {
    const browser = await launchChromium();
    onFileEnd(() => browser.close());
    page = await browser.newPage();
    await page.route('**', (route) => route.abort());
    served = accepted(40_000);
  }, 120_000);

  it('is something', () => {
    expect(served.length).toBeGreaterThan(1000);
  });

  it('runs nothing in a browser, whatever a visitor does with it', async () => {
    const ran = await page.evaluate(tryAll, served);
    expect(ran).toEqual([]);
  });

  it('runs where it is not judged', async () => {
    const ran = await page.evaluate(tryAll, fc.sample(anything, { numRuns: 300, seed: 7 }));
    expect(ran.length).toBeGreaterThan(20);
  });

  it('has no handler, script or frame for another parser either', () => {
    for (const html of served) {
      const seen: string[] = [];
      const parser = new Parser({
        onopentag: (name, attributes) => {
          const handlers = Object.keys(attributes).filter((attribute) => attribute.startsWith('on'));
          if (handlers.length > 0 || ['script', 'iframe', 'object', 'style', 'svg'].includes(name))
            seen.push(name);
        },
      });
      parser.end(html);
      expect({ html, seen }).toEqual({ html, seen: [] });
    }
  });
});

describe('the tree of imported HTML', () => {
  it('has every text in the elements that a browser puts it into', async () => {
    const browser = await launchChromium();
    onFileEnd(() => browser.close());
    const page = await browser.newPage();
    await page.route('**', (route) => route.abort());
    // Without a doctype a table would stand in a paragraph.
    await page.setContent('<!DOCTYPE html>');
    const all = [...Object.values(ugly), ...fc.sample(anyHtml, { numRuns: 1500, seed: 7 })];
    const shown = await page.evaluate(charactersInPage, all);
    const elsewhere = all.filter((html, i) => !isWithin(charactersOf(html), shown[i] as string[]));
    expect(elsewhere).toEqual([]);
  });
});

/** Each character of the texts that can open in the editor, and the elements around it. */
function charactersOf(html: string): string[] {
  const charactersIn = (nodes: readonly HtmlNode[], path: string): string[] =>
    nodes.flatMap((node) => {
      if (node.kind === 'element') return charactersIn(node.children, `${path}/${node.name}`);
      if (node.kind === 'piece') return [];
      const text = decodeHTML(html.slice(node.start, node.end)).replace(/\s/g, '');
      return [...text].map((character) => path + character);
    });
  return charactersIn(parseHtml(html).nodes, '');
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const each of all) if (each === some[found]) found += 1;
  return found === some.length;
}

/** In a page: each character of its texts, and the elements around it. */
function charactersInPage(all: string[]): string[][] {
  const charactersIn = (node: Node, path: string): string[] =>
    [...node.childNodes].flatMap((child) => {
      if (child instanceof Element) return charactersIn(child, `${path}/${child.localName}`);
      const text = child instanceof Text ? child.data.replace(/\s/g, '') : '';
      return [...text].map((character) => path + character);
    });
  return all.map((html) => {
    const box = document.createElement('div');
    box.innerHTML = html;
    return charactersIn(box, '');
  });
}

/** In a page: shows each, as a part of the page and as a page's body, and touches all that there is. Gives those that ran. */
async function tryAll(all: string[]): Promise<string[]> {
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  const guilty: string[] = [];
  const touched = ['click', 'mouseover', 'focus', 'toggle', 'error', 'load', 'auxclick'];
  const frame = document.body.appendChild(document.createElement('iframe'));
  for (let at = 0; at < all.length; at += 50) {
    const some = all.slice(at, at + 50);
    const boxes = some.map((html) => {
      const box = document.body.appendChild(document.createElement('div'));
      Object.assign(window, { ran: () => guilty.push(html) });
      box.innerHTML = html;
      for (const element of box.querySelectorAll('*')) {
        for (const name of touched) element.dispatchEvent(new Event(name, { cancelable: true }));
        if (element instanceof HTMLAnchorElement && /^javascript:/i.test(element.protocol)) guilty.push(html);
      }
      return box;
    });
    Object.assign(window, { ran: () => guilty.push(`one of ${some.join('\n')}`) });
    await turn();
    const page = frame.contentDocument as Document;
    page.open();
    Object.assign(frame.contentWindow as Window, {
      ran: () => guilty.push(`on a page, one of ${some.join('\n')}`),
    });
    for (const html of some) page.write(`<div>${html}</div>`);
    page.close();
    await turn();
    for (const box of boxes) box.remove();
  }
  return guilty;
}
