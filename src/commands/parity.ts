import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { compareWithCapture, exitStatus } from '../migration/index.ts';
import { type FolderOptions, folderOf, portalOptions, withRequestOptions } from './captureFolder.ts';
import { explain } from './explain.ts';
import { paritySummary, responseLine } from './paritySummary.ts';
import { progressDisplay } from './progress.ts';

const HELP = `
From an address, a capture is made first, in captures/ of this folder. Every response in DIR is asked for again at URL/el/api/v1/, or where --config has the lists. Allow, Content-Type and
Vary have to be the contract's (Vary may name more), and the body the same bytes; only elements that tie under the
response's ordering may stand in another order.

Exit status: 0 the same, 1 different, or a list is missing or misnamed in DIR, 2 something could not be compared (no connection, 503, a broken capture).`;

interface Options extends FolderOptions {
  legacy: string;
  new: string;
  json?: string;
}

/** Adds `portal-content parity --from DIR --new URL [--json FILE]`. */
export function registerParity(program: Command): void {
  const command = program
    .command('parity')
    .description('compare a running portal with the captures of the legacy one, byte for byte')
    .requiredOption(
      '--from, --legacy <dir>',
      'the folder with the captures, or the address of the legacy system',
    )
    .requiredOption(
      '--new <url>',
      'the address of the running portal, such as https://content.portal.example',
    )
    .option('--json <file>', 'write everything that was found to a file, as JSON');
  withRequestOptions(command)
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, command: Command) => {
      process.exitCode = await runParity(command.optsWithGlobals());
    });
}

async function runParity({ legacy: given, new: url, json, ...options }: Options): Promise<0 | 1 | 2> {
  const progress = progressDisplay();
  try {
    const legacy = await folderOf(given, options, progress);
    progress.stop();
    const { prefixes, ...portal } = await portalOptions(options.config);
    const report = await compareWithCapture({
      ...portal,
      legacy,
      url,
      ...(prefixes?.[0] !== undefined && { prefix: prefixes[0] }),
      onResponse: (response, done, total) => console.log(`[${done}/${total}] ${responseLine(response)}`),
    });
    if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\n${paritySummary(report)}`);
    return exitStatus(report);
  } catch (error) {
    console.error(explain(error));
    return 2;
  }
}
