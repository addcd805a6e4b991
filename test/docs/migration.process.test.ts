import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { capturedBodies, startLegacySystem } from '../support/legacySystem.ts';
import { ended, ROOT } from '../support/portal.ts';
import { inheritedEnvironment, TEST_SECRET } from '../support/server.ts';

/** The commands of a section, in one script. */
async function commandsOf(section: string): Promise<string> {
  const text = await readFile(path.join(ROOT, 'docs/migration.md'), 'utf8');
  const [, content = ''] = text.split(`## ${section}\n`);
  const [own = ''] = content.split('\n## ');
  return [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('');
}

/** Runs commands as an operator types them, each of which has to succeed. */
async function typed(commands: string, cwd: string) {
  const npx = `npx() { shift; "${process.execPath}" "${ROOT}/bin/portal-content.js" "$@"; }\n`;
  const child = spawn('bash', ['-euc', npx + commands], {
    cwd,
    env: {
      ...(inheritedEnvironment() as NodeJS.ProcessEnv),
      DATABASE_URI: await freshDatabaseUri(),
      PAYLOAD_SECRET: TEST_SECRET,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child);
}

it('the commands of the documentation capture a legacy system, by the tool and by hand, with the same bytes', async () => {
  const bodies = await capturedBodies();
  const legacy = await startLegacySystem(bodies);
  const cwd = await freshFolder();
  const commands = (await commandsOf('1. Capture')).replaceAll('https://legacy.example', legacy.url);
  const { code, output, errors } = await typed(commands, cwd);
  expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' });
  expect(output).toContain('Nothing has changed since legacy-capture was captured.\n');
  for (const folder of ['legacy-capture', 'by-hand']) {
    const files = (await readdir(path.join(cwd, folder))).filter((file) => file !== 'manifest.json');
    expect(files.map((file) => file.replace('.json', '')).sort()).toEqual(Object.keys(bodies).sort());
    for (const file of files) {
      expect(await readFile(path.join(cwd, folder, file), 'utf8')).toBe(bodies[file.replace('.json', '')]);
    }
  }
});
