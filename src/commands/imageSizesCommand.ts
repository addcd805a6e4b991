import { Command } from 'commander';
import { type MadeSizes, makeSizes } from '../../collections/media/index.ts';
import { portalOf } from '../../collections/portal/portal.ts';
import { ConfigError } from './hostConfig.ts';
import { progressDisplay } from './progress.ts';
import { withPayload } from './withPayload.ts';

const HELP = `
For images from before there were sizes, and after another size was added. Their files stay as they are, and so do their addresses. The
server may run meanwhile.

Exit status: 0 every image has its sizes, 1 some could not be read; they are named.`;

/** `portal-content image-sizes` */
export function imageSizesCommand(): Command {
  const command = new Command('image-sizes')
    .description('make the sizes of images that have none, and read their width and height again')
    .addHelpText('after', HELP);
  return command.action(async () => {
    const { config }: { config?: string } = command.optsWithGlobals();
    const display = progressDisplay();
    const made = await withPayload(config, (payload) => {
      if (!portalOf(payload.config).media.isOwn)
        throw new ConfigError("This is for the plugin's own images (media: { own: true }).");
      if (!payload.config.sharp)
        throw new ConfigError(
          'The Payload config has no sharp, which makes the sizes. Install it and add it.',
        );
      return makeSizes(payload, (done, total) => display.show({ title: 'Images', done, total }));
    }).finally(() => display.stop());
    console.log(linesOf(made).join('\n'));
    process.exitCode = made.failed.length > 0 ? 1 : 0;
  });
}

function linesOf({ made, there, failed }: MadeSizes): string[] {
  return [
    `Images: ${made} read again, ${there} small enough as they are.`,
    ...failed.map(({ filename, reason }) => `Not read: ${filename}: ${reason}`),
  ];
}
