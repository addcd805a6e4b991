import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** The literals of all sources, each with the first place where it stands. */
function regularExpressions(): Map<string, string> {
  const files = execFileSync('git', ['ls-files', 'endpoints', 'collections', 'src'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const found = new Map<string, string>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        found.set(node.text, `${file}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** Without these, the steps do not grow with the text from any one place. */
const UNBOUNDED = /[*+]|\{\d+,\}/;

it('no regular expression takes longer than in proportion to the text that it reads', {
  timeout: 300_000,
}, () => {
  const expressions = regularExpressions();
  expect(expressions.size).toBeGreaterThan(250);
  const slow = [...expressions]
    .filter(([literal]) => UNBOUNDED.test(literal))
    .map(([literal, place]) => {
      const end = literal.lastIndexOf('/');
      const { status, ...found } = checkSync(literal.slice(1, end), literal.slice(end + 1), {
        timeout: 60_000,
      });
      const why = 'complexity' in found && found.complexity ? found.complexity.summary : '';
      return { place, literal, status, why };
    })
    .filter(({ status }) => status !== 'safe');
  expect(slow).toEqual([]);
});
