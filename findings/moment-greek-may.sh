#!/usr/bin/env bash
# moment 2.31.0 from npm with its Greek: dates with the name of the month, as it writes them itself.
#
# What it does: `format('D MMMM YYYY')` has the genitive, as it should (5 Ιουνίου 2026). Reading knows the nominative (Ιούνιος), and
# takes what begins as the abbreviation does. That of May is "Μαϊ", without the accent of «Μαΐου». The strict mode reads no month.
#
# Why it surprises: eleven of twelve months are read again, so a test with the date of today passes in all months but one. Then all
# dates of May are "Invalid date".
#
# How it is seen: the fifth of each month is written and read again; of each way, those that do not come back.
#
# Seen:
#   read again: not 5 Μαΐου 2026
#   strict: not 5 Ιανουαρίου 2026, 5 Φεβρουαρίου 2026, 5 Μαρτίου 2026, 5 Απριλίου 2026, 5 Μαΐου 2026, 5 Ιουνίου 2026, 5 Ιουλίου 2026, 5 Αυγούστου 2026, 5 Σεπτεμβρίου 2026, 5 Οκτωβρίου 2026, 5 Νοεμβρίου 2026, 5 Δεκεμβρίου 2026
#   abbreviated: all come back
#
# Needs: Node 20 and npm.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "private": true }' >package.json
timeout 300 npm install --silent --no-audit --no-fund --ignore-scripts moment@2.31.0

cat >months.cjs <<'END'
const moment = require('moment');
require('moment/locale/el');

moment.locale('el');
const lost = (format, strict) =>
  Array.from({ length: 12 }, (_, month) => moment([2026, month, 5]))
    .filter((day) => !moment(day.format(format), format, strict).isSame(day))
    .map((day) => day.format(format));
const show = (how, texts) => console.log(`${how}: ${texts.length > 0 ? `not ${texts.join(', ')}` : 'all come back'}`);
show('read again', lost('D MMMM YYYY', false));
show('strict', lost('D MMMM YYYY', true));
show('abbreviated', lost('D MMM YYYY', false));
END
node months.cjs | tee seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
