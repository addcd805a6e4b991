#!/usr/bin/env bash
# LibreOffice 7.4.7.2 of Debian 12 (libreoffice-writer), converting a text to HTML and to plain text; what Writer puts on the clipboard
# is the same.
#
# What it does: a hidden section of a text is written as any other, with nothing that says that it is hidden. Hidden words, which the
# same menus make, are marked in HTML (display: none).
#
# Why it surprises: what neither the screen nor the print shows is in what is pasted or published, and no program that reads it can know.
#
# How it is seen: a text with a hidden section and with hidden words; the lines of both forms that have them, without white space.
#
# Seen:
#   html <divid="S1"dir="ltr"><p>Hiddensection</p></div>
#   html <p>Seen,<spanstyle="display:none">hiddenwords</span>,seen.</p>
#   text Hiddensection
#   text Seen,hiddenwords,seen.
#
# Needs: bash, and of Debian libreoffice-writer.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

cat >text.fodt <<'END_OF_FILE'
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style></office:automatic-styles>
<office:body><office:text>
<text:section text:name="S1" text:display="none"><text:p>Hidden section</text:p></text:section>
<text:p>Seen, <text:span text:style-name="H">hidden words</text:span>, seen.</text:p>
</office:text></office:body></office:document>
END_OF_FILE

soffice --version
for form in html txt:Text; do
  soffice "-env:UserInstallation=file://$dir/profile" --headless --convert-to "$form" text.fodt >/dev/null 2>&1
done
{
  tr -d ' \t\r\n' <text.html | sed 's/<pstyle="[^"]*">/<p>/g' | grep -oE '<divid="S1".*</div>|<p>Seen.*seen\.</p>' | sed 's/^/html /'
  tr -d ' \t\r' <text.txt | grep -iE 'hidden' | sed 's/^\xef\xbb\xbf//; s/^/text /'
} | tee seen.txt

sed -n '/^# Seen:$/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
