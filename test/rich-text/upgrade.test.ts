import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FlattenedField } from 'payload';
import { describe, expect, it } from 'vitest';

import { storedValues } from '../../collections/values/index.ts';
import { newsPosts } from '../../endpoints/lists/index.ts';
import { lexicalToHtml, refuseState, upgrade } from '../../src/rich-text/index.ts';
import { collectionOf } from '../support/collections.ts';
import { headlessEditor, throughEditor } from './editor.ts';
import { item, kept, keptInline, list, paragraph, state, text } from './states.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const unpacked = (name: string) => gunzipSync(readFileSync(join(FIXTURES, name))).toString();

interface StoredText {
  source: string;
  isEdited: boolean;
  state: unknown;
}

/** With what each was rendered as by itself. */
const inBlocks: (StoredText & { html: string })[] = JSON.parse(unpacked('kept-in-blocks/texts.json.gz'));

/** The texts of a portal that 0.1.0 imported, and the few that were saved in it. */
const of010: StoredText[] = unpacked('v0.1.0/mongodb.ejsonl.gz')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line, ofMongodb))
  .flatMap(({ document }) => ['content', 'description', 'text'].map((name) => [document, name]))
  .filter(([document, name]) => document[`${name}_source`] && document[name])
  .map(([document, name]) => ({
    source: document[`${name}_source`],
    isEdited: document[`${name}_html`] !== document[`${name}_source`],
    state: document[name],
  }));

function ofMongodb(_: string, value: unknown): unknown {
  const [[key, number] = [], ...others] = Object.entries(value ?? {});
  return key === '$numberInt' && others.length === 0 ? Number(number) : value;
}

/** What is stored of a text that was imported and is saved by an editor. */
function valuesOf(state: unknown, stored: { state: unknown; source: string }) {
  const { source } = stored;
  const main = { content: stored.state, content_html: source, content_source: source, _status: 'published' };
  const fields = collectionOf(newsPosts).fields as FlattenedField[];
  return storedValues(
    fields,
    { content: state, _status: 'published' },
    {
      latest: main,
      main,
      restored: false,
      imported: undefined,
      publishes: true,
      editor: null,
      editorKey: null,
      now: new Date(),
      videoHosts: [],
    },
  );
}

const holdsBlocks = (json: unknown) => /"(?:block|inlineBlock)"/.test(JSON.stringify(json));

describe.each([
  ['0.1.0', of010],
  ['the time of blocks', inBlocks],
])('a stored text of %s', (_, texts) => {
  const unedited = texts.filter(({ isEdited }) => !isEdited);

  it('is there', () => {
    expect(texts.filter(({ state }) => holdsBlocks(state)).length).toBeGreaterThan(3);
    expect(unedited.length).toBeLessThan(texts.length);
  });

  it('keeps what is served when it is saved as it is read, through the editor too', async () => {
    const editor = await headlessEditor();
    for (const { source, state } of unedited) {
      const now = upgrade(state);
      for (const saved of [now, throughEditor(editor, now), state])
        expect(valuesOf(saved, { state, source })).toMatchObject({
          values: { content_html: source },
          problems: [],
        });
    }
  });

  it('is not refused', () => {
    for (const { state } of texts) expect(refuseState(upgrade(state))).toEqual([]);
  });

  it('is the same when it is upgraded again', () => {
    for (const { state } of texts) {
      const now = upgrade(state);
      expect(upgrade(now)).toBe(now);
    }
  });
});

it('what was moved, copied and aligned in blocks says the same in nodes of its own', () => {
  for (const { state, html } of inBlocks) expect(lexicalToHtml(upgrade(state))).toBe(html);
});

describe('a block of Payload', () => {
  const block = (fields: unknown, more = {}) => ({ type: 'block', version: 2, format: '', fields, ...more });
  const inlineBlock = (fields: unknown) => ({ type: 'inlineBlock', version: 1, fields });

  it('becomes a node with its HTML, its alignment and the elements around it, however deep it is', () => {
    const within = '{"h2":"<b>","h1":"<div class=a>"}';
    const inline = inlineBlock({ id: 'a', blockType: 'kept_inline', html: '<img>', within });
    const fields = { id: 'b', blockName: '', blockType: 'kept_html', html: '<hr id=a>', within };
    const before = state(
      block(fields, { format: 'center' }),
      list('ul', item(list('ul', item(text('x'), inline)))),
    );
    const $ = { h1: '<div class=a>', h2: '<b>' };
    expect(upgrade(before)).toEqual(
      state(
        kept('<hr id=a>', { format: 'center', $ }),
        list('ul', item(list('ul', item(text('x'), keptInline('<img>', { $ }))))),
      ),
    );
  });

  it('with elements around it that are none stands in none', () => {
    for (const within of ['', '{', 'null', '[]', '{"h1":"x"}', '{"h1":"<script>"}', 1, {}]) {
      const before = state(block({ blockType: 'kept_html', html: '<hr>', within }));
      expect(upgrade(before)).toEqual(state(kept('<hr>')));
    }
  });

  it('that never kept HTML stays, and is refused', () => {
    for (const other of [
      block({ blockType: 'other', html: '<hr>' }),
      block({ blockType: 'kept_html', html: 1 }),
      block({ blockType: 'kept_html', html: '<hr>' }, { children: [paragraph()] }),
      block(undefined),
    ]) {
      const before = state(other);
      expect(upgrade(before)).toBe(before);
      expect(refuseState(before).map(({ message }) => message)).toEqual([
        'A part of this kind cannot be published here: block.',
      ]);
    }
  });
});

it('what is no state stays what it is', () => {
  for (const odd of [
    null,
    undefined,
    1,
    'x',
    [],
    {},
    { root: null },
    { root: { type: 'root', children: 1 } },
  ])
    expect(upgrade(odd)).toBe(odd);
});
