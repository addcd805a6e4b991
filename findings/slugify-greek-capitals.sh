#!/usr/bin/env bash
# @sindresorhus/slugify 3.0.1 and slugify 1.6.9 from npm: titles in Greek.
#
# What they do: @sindresorhus/slugify first writes a capital Greek letter as Latin capitals where it needs two (Θ: TH, Ξ: KS,
# Ψ: PS), then takes that for a word in camel case, and parts it: Θέατρο is t-heatro. Without `decamelize` it is theatro. A title
# all in capitals is not parted. slugify writes as one does in chats: θ is 8, ξ is 3, η is h, with `locale: 'el'` too.
#
# Why it surprises: small letters come out right, so a test with «ξένο θέμα» passes, and the first capital at the beginning of a
# title breaks the address. With digits for letters, addresses of two titles can be the same: «Ζώνη 8» and «Ζώνη θ».
#
# How it is seen: the same titles by both.
#
# Seen:
#   @sindresorhus/slugify  ξένο θέμα: kseno-thema
#   @sindresorhus/slugify  Θέατρο: t-heatro
#   @sindresorhus/slugify  Ψηφιακό Ξέφωτο: p-sifiako-k-sefoto
#   @sindresorhus/slugify  ΘΕΑΤΡΟ: theatro
#   without decamelize     Θέατρο: theatro
#   slugify                Ξένο θέμα: 3eno-8ema
#   slugify                Ζώνη 8: zwnh-8
#   slugify                Ζώνη θ: zwnh-8
#
# Needs: Node 20 and npm.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo '{ "private": true, "type": "module" }' >package.json
timeout 300 npm install --silent --no-audit --no-fund --ignore-scripts @sindresorhus/slugify@3.0.1 slugify@1.6.9

cat >titles.mjs <<'END'
import slugify from '@sindresorhus/slugify';
import simple from 'slugify';

const show = (how, title, slug) => console.log(`${how.padEnd(22)} ${title}: ${slug}`);
for (const title of ['ξένο θέμα', 'Θέατρο', 'Ψηφιακό Ξέφωτο', 'ΘΕΑΤΡΟ'])
  show('@sindresorhus/slugify', title, slugify(title));
show('without decamelize', 'Θέατρο', slugify('Θέατρο', { decamelize: false }));
for (const title of ['Ξένο θέμα', 'Ζώνη 8', 'Ζώνη θ'])
  show('slugify', title, simple(title, { lower: true, locale: 'el' }));
END
node titles.mjs | tee seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
