import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { portalOf } from '../../collections/portal/portal.ts';
import { compareWithCapture, exitStatus } from '../migration/index.ts';
import { explain } from './explain.ts';
import { hostConfig } from './hostConfig.ts';
import { paritySummary, responseLine } from './paritySummary.ts';

const HELP = `
Every response in DIR is asked for again at URL/el/api/v1/, or where --config has the lists. Allow, Content-Type and
Vary have to be the contract's (Vary may name more), and the body the same bytes; only elements that tie under the
response's ordering may stand in another order.

Exit status: 0 the same, 1 different, or a list is missing or misnamed in DIR, 2 something could not be compared (no connection, 503, a broken capture).`;

interface Options {
  config?: string;
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
    .action(async (_: Options, command: Command) => {
      process.exitCode = await runParity(command.optsWithGlobals());
    });
}

async function runParity({ config, legacy, new: url, json }: Options): Promise<0 | 1 | 2> {
  try {
    const { captures, lists, paths, prefixes } =
      config === undefined ? {} : portalOf(await hostConfig(config));
    const report = await compareWithCapture({
      legacy,
      url,
      ...(captures && { captures }),
      ...(lists && { lists }),
      ...(paths && { paths }),
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
