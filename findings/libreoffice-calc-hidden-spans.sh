#!/usr/bin/env bash
# LibreOffice 7.4.7.2 of Debian 12 (libreoffice-calc), converting a sheet to HTML; the HTML that Calc puts on the clipboard is the same.
#
# What it does: hidden rows and columns are left out of the table, but the merged cells over them still count them. A cell over three
# rows, one of which is hidden, has rowspan=3 where two rows are left, and takes a place in the row below; a cell over four columns,
# one of which is hidden, has colspan=4 in a table of three.
#
# Why it surprises: the table shows other columns than the sheet does. The row below the merged cell is pushed to the right, and is
# wider than all others. Whoever takes the spans for what they are shows numbers under the wrong headings.
#
# How it is seen: a sheet of four columns and four rows, the second column and the third row hidden, one cell merged over rows 2 to 4
# and one over all columns of row 5; each row of the HTML with the spans of its cells.
#
# Seen (cells as rows x columns):
#   Town 1x1, Amount 1x1, Part 1x1
#   Athens 3x1, 10 1x1, a 1x1
#   20 1x1, b 1x1
#   Total 1x4
#
# Needs: bash, python3, and of Debian libreoffice-calc.
set -euo pipefail

self=$(realpath "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

cat >make.py <<'END_OF_FILE'
def cell(text, more=''):
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'
covered = '<table:covered-table-cell/>'
def row(*cells, more=''):
    return f'<table:table-row{more}>{"".join(cells)}</table:table-row>'
space = 'urn:oasis:names:tc:opendocument:xmlns:'
print(f'''<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="{space}office:1.0" xmlns:table="{space}table:1.0" xmlns:text="{space}text:1.0" office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="A">
<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/><table:table-column/>
{row(cell('Town'), cell('hidden'), cell('Amount'), cell('Part'))}
{row(cell('Athens', ' table:number-rows-spanned="3"'), cell('hidden'), cell('10'), cell('a'))}
{row(covered, cell('hidden'), cell('hidden'), cell('hidden'), more=' table:visibility="collapse"')}
{row(covered, cell('hidden'), cell('20'), cell('b'))}
{row(cell('Total', ' table:number-columns-spanned="4"'), covered, covered, covered)}
</table:table></office:spreadsheet></office:body></office:document>''')
END_OF_FILE
python3 make.py >sheet.fods

cat >rows.py <<'END_OF_FILE'
from html.parser import HTMLParser
class Rows(HTMLParser):
    rows, cells, cell = [], [], None
    def handle_starttag(self, tag, attributes):
        if tag == 'tr':
            self.cells = []
            self.rows.append(self.cells)
        elif tag == 'td':
            said = dict(attributes)
            self.cell = ['', f"{said.get('rowspan', 1)}x{said.get('colspan', 1)}"]
            self.cells.append(self.cell)
    def handle_endtag(self, tag):
        if tag == 'td':
            self.cell = None
    def handle_data(self, text):
        if self.cell:
            self.cell[0] += text.strip()
rows = Rows()
rows.feed(open('sheet.html', encoding='utf-8').read())
for row in rows.rows:
    print(', '.join(' '.join(cell) for cell in row))
END_OF_FILE

soffice --version
soffice "-env:UserInstallation=file://$dir/profile" --headless --convert-to html sheet.fods >/dev/null 2>&1
python3 rows.py | tee seen.txt

sed -n '/^# Seen/,/^#$/s/^#   //p' "$self" >expected.txt
diff expected.txt seen.txt
