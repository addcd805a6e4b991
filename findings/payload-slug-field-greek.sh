#!/usr/bin/env bash
# payload 3.90.2 with @payloadcms/db-sqlite 3.90.2: `slugField()` as it is, and titles in Greek.
#
# What it does: the slug is what is left of the title without everything that is no Latin letter, digit or hyphen, and it is unique.
# Of one Greek word nothing is left, of two a hyphen, of a word and a year the year.
#
# Why it surprises: the first draft of each kind is saved, with an address of nothing or of a hyphen. The second is refused with
# "slug" and "Value must be unique", though nobody has typed one, so a portal shows it only after some days. A host needs the
# option `slugify`, with letters of its own.
#
# How it is seen: drafts with a title alone are created one after the other.
#
# Seen:
#   News             slug "news"
#   Νέα              slug ""
#   Έργα             refused: slug, Value must be unique
#   Δημοτικό θέατρο  slug "-"
#   Κεντρική αγορά   refused: slug, Value must be unique
#   Έκθεση 2026      slug "-2026"
#   Πρόγραμμα 2026   refused: slug, Value must be unique
#
# Needs: Node 20 and npm.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "private": true, "type": "module" }' >package.json
timeout 400 npm install --silent --no-audit --no-fund --ignore-scripts payload@3.90.2 @payloadcms/db-sqlite@3.90.2 graphql@16

cat >slugs.mjs <<'END'
import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, getPayload, slugField } from 'payload';

const payload = await getPayload({
  config: buildConfig({
    secret: 'of a database that is thrown away',
    telemetry: false,
    logger: { options: { level: 'silent' } },
    db: sqliteAdapter({ client: { url: 'file:slugs.db' } }),
    collections: [
      { slug: 'posts', versions: { drafts: true }, fields: [{ name: 'title', type: 'text' }, slugField()] },
    ],
  }),
});

const titles = ['News', 'Νέα', 'Έργα', 'Δημοτικό θέατρο', 'Κεντρική αγορά', 'Έκθεση 2026', 'Πρόγραμμα 2026'];
for (const title of titles) {
  const made = await payload.create({ collection: 'posts', data: { title }, draft: true }).then(
    ({ slug }) => `slug ${JSON.stringify(slug)}`,
    ({ data }) => `refused: ${data.errors.map(({ path, message }) => `${path}, ${message}`)}`,
  );
  console.log(`${title.padEnd(16)} ${made}`);
}
process.exit();
END
timeout 200 node slugs.mjs | grep -v schema >seen.txt
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
