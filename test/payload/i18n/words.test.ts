import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** A text in Greek and in English, as its source has it: what is filled in stands as `${…}`. */
type Words = [el: string, en: string];

/** The text of a literal, without its quotes. Joined pieces are one text. */
function textOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.getText(source).slice(1, -1);
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression, source);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [textOf(node.left, source), textOf(node.right, source)];
  return left === undefined || right === undefined ? undefined : left + right;
}

function wordsOf(node: ts.Node, source: ts.SourceFile): Words | undefined {
  let [el, en]: (ts.Node | undefined)[] = [];
  if (ts.isCallExpression(node) && node.expression.getText(source) === 'bilingual') [el, en] = node.arguments;
  if (ts.isObjectLiteralExpression(node)) {
    const named = (key: string) =>
      node.properties.find((each) => ts.isPropertyAssignment(each) && each.name.getText(source) === key);
    [el, en] = ['el', 'en'].map((key) => (named(key) as ts.PropertyAssignment | undefined)?.initializer);
  }
  const texts = [el, en].map((each) => each && textOf(each, source));
  return texts[0] === undefined || texts[1] === undefined ? undefined : (texts as Words);
}

/** All words that the sources have in both languages, by room, so that a file may be moved. */
function allWords(): Map<string, Words[]> {
  const files = execFileSync('git', ['ls-files', 'endpoints', 'collections', 'src'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const found = new Map<string, Words[]>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const room = /^(?:src\/[^/.]+|\w+)/.exec(file)?.[0] ?? '';
    const visit = (node: ts.Node) => {
      const words = wordsOf(node, source);
      if (words) found.set(room, [...(found.get(room) ?? []), words]);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** The words of a room, each once, by the Greek alphabet. */
function listed(words: Words[]): string[] {
  const pairs = new Set(words.map(([el, en]) => `${el}\n${en}\n`));
  return [...pairs].sort(new Intl.Collator('el').compare);
}

// For whoever reads the words as a whole. Other tests need not spell them: they ask for a status, a path, a field.
it('the words of the admin and of its messages are these, in Greek and in English', async () => {
  const words = allWords();
  const text = [...words].sort().map(([room, each]) => `# ${room}\n\n${listed(each).join('\n')}`);
  await expect(text.join('\n')).toMatchFileSnapshot('words.md');
  const pairs = [...words.values()].flat();
  expect(pairs.length).toBeGreaterThan(500);
  const lettered = (each: string) => each.replace(/\$\{[^}]*\}/g, '');
  expect(pairs.filter(([, en]) => /[α-ωά-ώ]/i.test(lettered(en)))).toEqual([]);
  // Names of formats are the same in both.
  const greekless = pairs.filter(
    ([el, en]) => !/[α-ωά-ώ]/i.test(lettered(el)) && lettered(el) !== lettered(en),
  );
  expect(greekless).toEqual([]);
});
