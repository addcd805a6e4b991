import { expect, it } from 'vitest';
import { bounded } from './bounded.ts';

const node = process.execPath;
const MINUTE = { total: 60_000 };

it('gives what the command wrote, wherever it wrote it', async () => {
  const output = await bounded(node, ['-e', 'process.stdout.write("a"); process.stderr.write("b")'], MINUTE);
  expect([...output].sort().join('')).toBe('ab');
});

it('hands on output while the command still runs', async () => {
  const heard: string[] = [];
  await bounded(node, ['-e', 'console.log("half"); setTimeout(() => console.log("whole"), 200)'], MINUTE, {
    onOutput: (text) => heard.push(text),
  });
  expect(heard).toEqual(['half\n', 'whole\n']);
});

it.each([
  [
    'fails',
    node,
    ['-e', 'console.error("first\\nno such server\\n"); process.exit(3)'],
    MINUTE,
    `${node} ended with 3: no such server`,
  ],
  ['fails without a word', node, ['-e', 'process.exit(1)'], MINUTE, `${node} ended with 1: no output`],
  ['cannot be started', './no-such-program', [], MINUTE, /^\.\/no-such-program did not start: .*ENOENT/],
  [
    'hangs',
    node,
    ['-e', 'setInterval(() => console.log("."), 50)'],
    { total: 400 },
    `${node} took longer than 0.4 s`,
  ],
  [
    'falls silent',
    node,
    ['-e', 'setInterval(() => {}, 1000)'],
    { total: 60_000, silent: 400 },
    `${node} said nothing for 0.4 s`,
  ],
])('says in one line why a command that %s gave nothing', async (_, command, args, bounds, message) => {
  await expect(bounded(command, args, bounds)).rejects.toThrow(message);
});
