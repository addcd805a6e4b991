import { publishedNow } from '../src/changes/index.ts';
import { withPayload } from '../src/commands/withPayload.ts';

/** A process that reads everything that is published, and sends the processor time that took, in seconds. */

await withPayload(undefined, async (payload) => {
  const before = process.cpuUsage();
  let count = 0;
  for await (const changes of publishedNow(payload)) count += changes.length;
  const { user, system } = process.cpuUsage(before);
  if (count === 0) throw new Error('There is nothing to read.');
  process.send?.((user + system) / 1e6);
});
process.exit();
