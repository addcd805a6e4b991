import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { compareWithCapture, exitStatus, NoAddress, NoCapture } from '../migration/index.ts';
import { paritySummary, responseLine } from './paritySummary.ts';

const HELP = `
Every response in DIR is asked for again at URL/el/api/v1/. Allow, Content-Type and Vary have to be the contract's, and
the body the same bytes; only elements that tie under the response's ordering may stand in another order.

Exit status: 0 the same, 1 different, 2 something could not be compared (no connection, 503, a broken capture).`;

interface Options {
  legacy: string;
  new: string;
  json?: string;
}

/** Adds `portal-content parity --legacy DIR --new URL [--json FILE]`. */
export function registerParity(program: Command): void {
  program
    .command('parity')
    .description('compare a running portal with the captures of the legacy one, byte for byte')
    .requiredOption('--legacy <dir>', 'the folder with the captures')
    .requiredOption(
      '--new <url>',
      'the address of the running portal, such as https://content.portal.example',
    )
    .option('--json <file>', 'write everything that was found to a file, as JSON')
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (options: Options) => {
      process.exitCode = await runParity(options);
    });
}

async function runParity({ legacy, new: url, json }: Options): Promise<0 | 1 | 2> {
  try {
    const report = await compareWithCapture({
      legacy,
      url,
      onResponse: (response, done, total) => console.log(`[${done}/${total}] ${responseLine(response)}`),
    });
    if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\n${paritySummary(report)}`);
    return exitStatus(report);
  } catch (error) {
    const plain = error instanceof NoCapture || error instanceof NoAddress;
    console.error(plain ? error.message : error);
    return 2;
  }
}
