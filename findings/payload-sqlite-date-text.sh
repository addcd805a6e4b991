#!/usr/bin/env bash
# payload 3.90.2 with @payloadcms/db-sqlite 3.90.2: dates that are written with another zone than Z, or as a day alone.
#
# What it does: a string in a date field is stored as it was written. A value in a query becomes ISO 8601 in UTC. SQLite then
# compares and sorts the two as texts.
#
# Why it surprises: the field takes such a string as a valid date, and reading gives it in UTC, so nothing shows that the column has
# another form. But a document is not found by the value that it was written with; `greater_than` finds what is earlier; `sort` puts
# the first of four moments last. The same moments written in UTC are right: a host needs a hook that makes each date so before it
# is stored.
#
# How it is seen: four documents, an hour of Athens, a day, and two in UTC. Their moments are, in this order, a < b < c < d:
#   a 2026-03-29T02:30:00+03:00, b 2026-03-28T23:45:00.000Z, c 2026-03-29, d 2026-03-29T00:15:00.000Z.
# They are written first as these strings, then each in UTC.
#
# Seen:
#   as written: stored           a 2026-03-29T02:30:00+03:00, b 2026-03-28T23:45:00.000Z, c 2026-03-29, d 2026-03-29T00:15:00.000Z
#   as written: read             a 2026-03-28T23:30:00.000Z, b 2026-03-28T23:45:00.000Z, c 2026-03-29T00:00:00.000Z, d 2026-03-29T00:15:00.000Z
#   as written: sort             b c d a
#   as written: greater than b   a c d
#   as written: less than d      b c
#   as written: equals a         none
#   as written: equals c         none
#   in UTC: stored               a 2026-03-28T23:30:00.000Z, b 2026-03-28T23:45:00.000Z, c 2026-03-29T00:00:00.000Z, d 2026-03-29T00:15:00.000Z
#   in UTC: read                 a 2026-03-28T23:30:00.000Z, b 2026-03-28T23:45:00.000Z, c 2026-03-29T00:00:00.000Z, d 2026-03-29T00:15:00.000Z
#   in UTC: sort                 a b c d
#   in UTC: greater than b       c d
#   in UTC: less than d          a b c
#   in UTC: equals a             a
#   in UTC: equals c             c
#
# Needs: Node 20 and npm.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "private": true, "type": "module" }' >package.json
timeout 400 npm install --silent --no-audit --no-fund --ignore-scripts payload@3.90.2 @payloadcms/db-sqlite@3.90.2 graphql@16

cat >dates.mjs <<'END'
import { writeFileSync } from 'node:fs';
import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, getPayload } from 'payload';

const written = [
  ['a', '2026-03-29T02:30:00+03:00'],
  ['b', '2026-03-28T23:45:00.000Z'],
  ['c', '2026-03-29'],
  ['d', '2026-03-29T00:15:00.000Z'],
];
const [a, b, c, d] = written.map(([, begins]) => begins);

const payload = await getPayload({
  config: buildConfig({
    secret: 'of a database that is thrown away',
    telemetry: false,
    logger: { options: { level: 'silent' } },
    db: sqliteAdapter({ client: { url: 'file:dates.db' } }),
    collections: [
      {
        slug: 'events',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'begins', type: 'date' },
        ],
      },
    ],
  }),
});

const found = async (query) => {
  const { docs } = await payload.find({ collection: 'events', sort: 'name', ...query });
  return docs;
};
const names = (docs) => docs.map(({ name }) => name).join(' ') || 'none';
const all = (rows) => rows.map(({ name, begins }) => `${name} ${begins}`).join(', ');

const lines = [];
const look = async (form, toForm) => {
  await payload.delete({ collection: 'events', where: {} });
  for (const [name, begins] of written) {
    await payload.create({ collection: 'events', data: { name, begins: toForm(begins) } });
  }
  const note = (what, value) => lines.push(`${`${form}: ${what}`.padEnd(28)} ${value}\n`);
  const { rows } = await payload.db.client.execute('SELECT name, begins FROM events ORDER BY name');
  note('stored', all(rows));
  note('read', all(await found({})));
  note('sort', names(await found({ sort: 'begins' })));
  note('greater than b', names(await found({ where: { begins: { greater_than: b } } })));
  note('less than d', names(await found({ where: { begins: { less_than: d } } })));
  note('equals a', names(await found({ where: { begins: { equals: a } } })));
  note('equals c', names(await found({ where: { begins: { equals: c } } })));
};

await look('as written', (text) => text);
await look('in UTC', (text) => new Date(text).toISOString());
writeFileSync('seen.txt', lines.join(''));
process.exit(0);
END
timeout 120 node dates.mjs >log.txt 2>&1 || { cat log.txt; exit 1; }
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
