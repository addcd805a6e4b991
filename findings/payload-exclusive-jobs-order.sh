#!/usr/bin/env bash
# payload 3.90.2 with @payloadcms/db-sqlite 3.90.2: jobs of a task with `concurrency: { key, exclusive: true }`.
#
# What it does: of the jobs of one key, one runs at a time. A job that has failed and waits for its retry counts as not running, so
# a later job of the same key passes it, and the retry then comes after the later one.
#
# Why it surprises: the option is said to keep the others queued until the running job completes and to prevent races, and a job
# with a retry ahead has not completed. With `retries: 1` the order does hold, since the retry is due at once and older jobs go
# first. A `backoff`, which changes only when a retry is due, ends it. What is written in the order of the jobs, here one
# row, then keeps the older value. `exclusive` is a lock and no order: who needs one must write so that an older value does no harm.
# `supersedes: true` avoids it, as it deletes the older job while that one waits.
#
# How it is seen: "first" is queued and fails once; "second" is queued; both run until none is left. Each that succeeds writes its
# name to the row.
#
# Seen:
#   retries: 1                                 first fails, first succeeds, second succeeds; the row has second
#   retries with a backoff of 2 s              first fails, second succeeds, first succeeds; the row has first
#   retries with a backoff of 2 s, supersedes  first fails, second succeeds; the row has second
#
# Needs: Node 20 and npm.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "private": true, "type": "module" }' >package.json
timeout 400 npm install --silent --no-audit --no-fund --ignore-scripts payload@3.90.2 @payloadcms/db-sqlite@3.90.2 graphql@16

cat >jobs.mjs <<'END'
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, getPayload } from 'payload';

const delayed = { attempts: 1, backoff: { type: 'fixed', delay: 2000 } };
const cases = [
  { name: 'retries: 1', slug: 'at-once', retries: 1 },
  { name: 'retries with a backoff of 2 s', slug: 'delayed', retries: delayed },
  { name: 'retries with a backoff of 2 s, supersedes', slug: 'superseding', retries: delayed, supersedes: true },
];
const events = [];
let row = '';

const payload = await getPayload({
  config: buildConfig({
    secret: 'of a database that is thrown away',
    telemetry: false,
    logger: { options: { level: 'silent' } },
    db: sqliteAdapter({ client: { url: 'file:jobs.db' } }),
    jobs: {
      enableConcurrencyControl: true,
      tasks: cases.map(({ slug, retries, supersedes = false }) => ({
        slug,
        retries,
        inputSchema: [{ name: 'value', type: 'text', required: true }],
        concurrency: { key: () => slug, exclusive: true, supersedes },
        handler: ({ input: { value }, job }) => {
          if (value === 'first' && job.totalTried === 0) {
            events.push('first fails');
            throw new Error('what it writes to is away');
          }
          events.push(`${value} succeeds`);
          row = value;
          return { output: {} };
        },
      })),
    },
  }),
});

const lines = [];
for (const { name, slug } of cases) {
  events.length = 0;
  row = '';
  await payload.jobs.queue({ task: slug, input: { value: 'first' }, queue: slug });
  await payload.jobs.run({ queue: slug, silent: true });
  await payload.jobs.queue({ task: slug, input: { value: 'second' }, queue: slug });
  // A job that is done is deleted. The pause is longer than a millisecond: a retry is due after its time, not at it.
  for (let runs = 0; runs < 50; runs += 1) {
    await wait(100);
    await payload.jobs.run({ queue: slug, silent: true });
    const { totalDocs } = await payload.count({ collection: 'payload-jobs' });
    if (totalDocs === 0) break;
  }
  lines.push(`${name.padEnd(42)} ${events.join(', ')}; the row has ${row}\n`);
}
writeFileSync('seen.txt', lines.join(''));
process.exit(0);
END
timeout 120 node jobs.mjs >log.txt 2>&1 || { cat log.txt; exit 1; }
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
