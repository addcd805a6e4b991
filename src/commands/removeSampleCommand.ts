import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { type Removal, removeCapture } from '../migration/runs/removeCapture.ts';
import { SAMPLE } from '../server/firstStart.ts';
import { ConfigError } from './hostConfig.ts';
import { withPayload } from './withPayload.ts';

const HELP = `
Documents that editors have changed stay, and are named, with those that they cannot do without. So do users and settings.

Exit status: 0 nothing of the sample is here any more, 1 something of it was kept.`;

/** `portal-content remove-sample` */
export function removeSampleCommand(): Command {
  const command = new Command('remove-sample')
    .description('take away the made-up portal that the first start has imported')
    .addHelpText('after', HELP);
  return command.action(async () => {
    const { config }: { config?: string } = command.optsWithGlobals();
    if (!existsSync(SAMPLE)) throw new ConfigError('The made-up portal comes with the server only.');
    const removal = await withPayload(config, (payload) => removeCapture(payload, SAMPLE));
    console.log(removalSummary(removal));
    process.exitCode = removal.kept.length > 0 ? 1 : 0;
  });
}

export function removalSummary({ removed, kept }: Removal): string {
  const why = { edited: 'an editor has changed it', used: 'something that stays needs it' };
  const counts = Object.entries(removed).map(([list, count]) => `${list}: ${count} removed`);
  return [
    ...(counts.length > 0 ? counts : ['Nothing was here that could be removed.']),
    ...kept.map(({ list, apiId, why: reason }) => `Kept: ${list} ${apiId}, since ${why[reason]}.`),
    kept.length > 0
      ? 'Some of the sample is still here. Delete it in the admin, or use another database.'
      : 'Nothing of the sample is here any more.',
  ].join('\n');
}
