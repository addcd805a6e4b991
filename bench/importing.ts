import { portalOf } from '../collections/portal/portal.ts';
import { readCapture } from '../src/capture/folder.ts';
import { leanHeap } from '../src/commands/captureFolder.ts';
import { withPayload } from '../src/commands/withPayload.ts';
import { importCapture } from '../src/migration/index.ts';
import { readCaptured } from '../src/migration/plan/captured.ts';
import { plainLoop } from './plainLoop.ts';

/** A process that brings a capture into an empty database: `importing.js import|loop FOLDER`. It sends what that took. */

/** What a process took. */
export interface Taken {
  /** Processor time of the work, in seconds. */
  seconds: number;
  /** The most memory that the process has had, in megabytes. */
  megabytes: number;
}

const [how, from = ''] = process.argv.slice(2);

// As the command has it, and only there.
if (how === 'import') leanHeap(from);

await withPayload(undefined, async (payload) => {
  const { lists } = portalOf(payload.config);
  const loop = async () => {
    const keys = lists.map(({ key }) => key);
    await plainLoop(payload, readCaptured(await readCapture(from, keys, {}), lists));
  };
  const before = process.cpuUsage();
  await (how === 'loop' ? loop() : importCapture(payload, { from }));
  const { user, system } = process.cpuUsage(before);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ seconds: (user + system) / 1e6, megabytes } satisfies Taken);
});
process.exit();
