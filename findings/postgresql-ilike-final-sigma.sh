#!/usr/bin/env bash
# PostgreSQL 18.7 (PGlite 0.5.17 from npm): ILIKE and ~* beside a word that ends in Σ. Payload's `like` and `contains` are ILIKE.
#
# What it does: ILIKE makes small letters of both sides and compares them. With the locales of libc and with C.UTF-8 and
# pg_c_utf8, Σ always becomes σ. With those of ICU (el-x-icu, unicode) and with pg_unicode_fast of PostgreSQL 18, it becomes ς
# where the text ends or no letter follows, and in a pattern a % follows. ~* has another rule: capitals of a text are found by
# small letters, not the other way round.
#
# Why it surprises: with ICU a text does not have what stands in it: 'ΔΗΜΌΣΙΟ' ILIKE '%ΔΗΜΌΣ%' is false, and LIKE is true. So who
# types a word in capitals finds less with each letter up to a Σ. Without ICU the same search finds δημόσιο, and not «δήμος»
# itself. Which of both a portal has depends on how its database was made.
#
# How it is seen: a text and what is searched for, with four collations.
#
# Seen:
#   C.utf8           ΔΗΜΌΣΙΟ has ΔΗΜΌΣ: LIKE true, ILIKE true, ~* true
#   C.utf8           δημόσιο has ΔΗΜΌΣ: LIKE false, ILIKE true, ~* true
#   C.utf8           δήμος has ΔΉΜΟΣ: LIKE false, ILIKE false, ~* false
#   C.utf8           ΔΉΜΟΣ has δήμος: LIKE false, ILIKE false, ~* true
#   pg_c_utf8        ΔΗΜΌΣΙΟ has ΔΗΜΌΣ: LIKE true, ILIKE true, ~* true
#   pg_c_utf8        δημόσιο has ΔΗΜΌΣ: LIKE false, ILIKE true, ~* true
#   pg_c_utf8        δήμος has ΔΉΜΟΣ: LIKE false, ILIKE false, ~* false
#   pg_c_utf8        ΔΉΜΟΣ has δήμος: LIKE false, ILIKE false, ~* true
#   unicode          ΔΗΜΌΣΙΟ has ΔΗΜΌΣ: LIKE true, ILIKE false, ~* true
#   unicode          δημόσιο has ΔΗΜΌΣ: LIKE false, ILIKE false, ~* true
#   unicode          δήμος has ΔΉΜΟΣ: LIKE false, ILIKE true, ~* false
#   unicode          ΔΉΜΟΣ has δήμος: LIKE false, ILIKE true, ~* true
#   pg_unicode_fast  ΔΗΜΌΣΙΟ has ΔΗΜΌΣ: LIKE true, ILIKE false, ~* true
#   pg_unicode_fast  δημόσιο has ΔΗΜΌΣ: LIKE false, ILIKE false, ~* true
#   pg_unicode_fast  δήμος has ΔΉΜΟΣ: LIKE false, ILIKE true, ~* false
#   pg_unicode_fast  ΔΉΜΟΣ has δήμος: LIKE false, ILIKE true, ~* true
#
# Needs: Node 20 and npm.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "private": true, "type": "module" }' >package.json
timeout 300 npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.17

cat >search.mjs <<'END'
import { PGlite } from '@electric-sql/pglite';

const database = await PGlite.create();
const searches = [
  ['ΔΗΜΌΣΙΟ', 'ΔΗΜΌΣ'],
  ['δημόσιο', 'ΔΗΜΌΣ'],
  ['δήμος', 'ΔΉΜΟΣ'],
  ['ΔΉΜΟΣ', 'δήμος'],
];
for (const collation of ['C.utf8', 'pg_c_utf8', 'unicode', 'pg_unicode_fast'])
  for (const [text, word] of searches) {
    const of = `$1::text COLLATE "${collation}"`;
    const select = `SELECT ${of} LIKE $2 AS "LIKE", ${of} ILIKE $2 AS "ILIKE", ${of} ~* $3 AS "~*"`;
    const { rows } = await database.query(select, [text, `%${word}%`, word]);
    const found = Object.entries(rows[0]).map((each) => each.join(' '));
    console.log(`${collation.padEnd(16)} ${text} has ${word}: ${found.join(', ')}`);
  }
END
timeout 120 node search.mjs | tee seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
