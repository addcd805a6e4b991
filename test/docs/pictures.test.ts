import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const within = (folder: string) => readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`);
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const images = within('docs/images');
const linked = (file: string) =>
  names(read(file), /!\[[^\]]*\]\(([^)]+)\)/g).map((link) => path.posix.join(path.posix.dirname(file), link));

it('every image that the documentation shows is there, and every image that is there is shown', () => {
  const documents = ['README.md', ...within('docs').filter((file) => file.endsWith('.md'))];
  expect([...new Set(documents.flatMap(linked))].sort()).toEqual(images.sort());
});

it("every picture of the editors' guide is one that the tests in a browser take", () => {
  const sources = within('test/browser').map(read).join();
  const taken = names(sources, /\bpicture\([^;]*?, '([\w-]+)'\)/g).map((name) => `docs/images/${name}.png`);
  expect(linked('docs/editors.el.md').sort()).toEqual(taken.sort());
});
