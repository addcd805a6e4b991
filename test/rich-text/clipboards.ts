/** What programs put on the clipboard, and what of it is pasted. */
export interface Clipboard {
  of: string;
  html: string;
  /** The plain text beside it. */
  text?: string;
  pasted: string;
  /** What is said to be left out, and how often; nothing unless it is named. */
  left?: Record<string, number>;
}

const word = (style: string, marker: string, words: string, name = 'p') =>
  `<${name} class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${style} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></${name}>`;
const onWeb = (tag: string, level: number, words: string, attributes = '', list = 3) =>
  `<div class="ListContainerWrapper SCXW1 BCX8"><${tag} class="SCXW1" role="list" ${attributes}><li data-leveltext="%1." data-listid="${list}" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement"><p class="Paragraph SCXW1"><span class="TextRun"><span class="NormalTextRun">${words}</span></span><span class="EOP">&nbsp;</span></p></li></${tag}></div>`;

const LISTS: Clipboard[] = [
  {
    of: 'Word: a heading with its number',
    html: word('l0 level1', 'Άρθρο 1.', 'Σκοπός', 'h2') + word('l0 level2', '1.1', 'Πεδίο', 'h3'),
    pasted: '<h2>Άρθρο 1. Σκοπός</h2><h3>1.1 Πεδίο</h3>',
  },
  {
    of: 'Word: items with Greek letters',
    html: word('l0 level1', '1.', 'α') + word('l0 level2', 'γ)', 'β') + word('l0 level1', '2.', 'γ'),
    pasted: '<ol><li>α</li></ol><p>γ) β</p><ol start="2"><li>γ</li></ol>',
  },
  {
    of: 'Word: items whose numbers are of more than one level',
    html: word('l0 level1', '1.', 'α') + word('l0 level2', '1.1.', 'β'),
    pasted: '<ol><li>α</li></ol><p>1.1. β</p>',
  },
  {
    of: 'Word: Latin letters and Roman numbers, with one left out',
    html:
      ['g)', 'h)', 'i)', 'k)'].map((each) => word('l0 level1', each, 'α')).join('') +
      ['i.', 'ii.', 'v.'].map((each) => word('l1 level1', each, 'β')).join(''),
    pasted:
      '<ol type="a" start="7"><li>α</li><li>α</li><li>α</li><li value="11">α</li></ol>' +
      '<ol type="i"><li>β</li><li>β</li><li value="5">β</li></ol>',
  },
  {
    of: 'Word for the web: each item is a list of its own',
    html:
      onWeb('ol', 1, 'α', 'start="1"') +
      onWeb('ol', 2, 'β', 'style="list-style-type: lower-alpha" start="1"') +
      onWeb('ol', 1, 'γ', 'start="2"') +
      '<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="3">δ</p></div>' +
      onWeb('ol', 1, 'ε', 'start="3"') +
      onWeb('ul', 1, 'ζ', '', 4) +
      onWeb('ul', 2, 'η', '', 4),
    pasted:
      '<ol><li>α<ol type="a"><li>β</li></ol></li><li>γ</li></ol><h3>δ</h3><ol start="3"><li>ε</li></ol><ul><li>ζ<ul><li>η</li></ul></li></ul>',
  },
  {
    of: 'Outlook: lists, and words that only the inbox shows',
    html:
      '<div style="display:none;max-height:0;overflow:hidden">απόσπασμα</div>' +
      "<ol style='margin-top:0cm' start=3 type=1><li class=MsoListParagraph style='mso-list:l0 level1 lfo1'>α<o:p></o:p></li><ol style='margin-top:0cm' start=1 type=a><li style='mso-list:l0 level2 lfo1'>β</li></ol></ol>",
    pasted: '<ol start="3"><li>α<ol type="a"><li>β</li></ol></li></ol>',
  },
  {
    of: 'a page: items with values, letters, backwards, and an empty one',
    html:
      '<ol><li value="5">α</li><li value="10">β</li></ol><p>γ</p><ol reversed><li>δ</li><li>ε</li></ol><p>ζ</p>' +
      '<ol style="list-style-type: upper-roman"><li>η</li><li></li><li>θ</li></ol><ol style="list-style-type:lower-greek"><li>ι</li><li>κ</li></ol>',
    pasted:
      '<ol start="5"><li>α</li><li value="10">β</li></ol><p>γ</p><ol start="2"><li>δ</li><li value="1">ε</li></ol><p>ζ</p>' +
      '<ol type="I"><li>η</li><li value="3">θ</li></ol><ul><li>α. ι</li><li>β. κ</li></ul>',
  },
  {
    of: 'PowerPoint: bullets in the words',
    html:
      "<div class=O style='text-indent:-.25in'><span style='mso-special-format:bullet;font-family:Arial;position:absolute;left:-3.6%'>•</span><span>α</span></div>" +
      "<div class=O1><span style='mso-special-format:bullet'>–</span>β</div><div class=O>γ</div>" +
      '<div class=O><span style=\'mso-special-format:"numbullet3\\,1"\'>1.</span>δ</div>',
    pasted: '<ul><li>α<ul><li>β</li></ul></li></ul><p>γ</p><ol><li>δ</li></ol>',
  },
  {
    of: 'any program: bullets that were typed',
    html: '<p>• α</p><p>·&nbsp;β</p><p>γ:<br>▪ δ<br>▪ ε</p>',
    pasted: '<ul><li>α</li><li>β</li></ul><p>γ:</p><ul><li>δ</li><li>ε</li></ul>',
  },
];

const SHEETS: Clipboard[] = [
  {
    of: 'Excel: hidden columns, rows and cells',
    html:
      "<table><col width=64><col width=0 style='display:none;mso-width-source:userset'><col width=64 span=2>" +
      "<tr><td>α</td><td>κρυφό</td><td colspan=2>β</td></tr><tr><td colspan=2>γ</td><td>δ</td><td rowspan=2>ε</td></tr><tr height=0 style='display:none'><td>κρυφή</td></tr>" +
      "<tr><td>ζ</td><td style='display:none'>κρυφό</td><td>η</td><td>θ</td></tr></table>",
    pasted:
      '<table><tbody><tr><td>α</td><td colspan="2">β</td></tr><tr><td>γ</td><td>δ</td><td>ε</td></tr><tr><td>ζ</td><td>η</td><td>θ</td></tr></tbody></table>',
  },
  {
    of: 'Excel: a text that runs on over the next cell, and a comment',
    html:
      "<table><tr><td colspan=2 style='mso-ignore:colspan'>α</td><td>12<span class=msocomspan1><a class=msocomanch1 href='#_msocom_1'>[1]</a></span></td></tr><tr><td>β</td><td>γ</td><td>δ</td></tr></table>" +
      "<div style='mso-element:comment-list'><div style='mso-element:comment'><div class=msocomtxt id='_com_1'>σχόλιο</div></div></div>",
    pasted:
      '<table><tbody><tr><td>α</td><td></td><td>12</td></tr><tr><td>β</td><td>γ</td><td>δ</td></tr></tbody></table>',
    left: { comment: 1 },
  },
  {
    of: 'LibreOffice Calc: a comment',
    html: '<table><tr><td><a class="comment-indicator"></a><comment>σχόλιο</comment><b>α</b></td><td sdval="5">5</td></tr></table>',
    pasted: '<table><tbody><tr><td><strong>α</strong></td><td>5</td></tr></tbody></table>',
  },
  {
    of: 'a page and LibreOffice Calc: cells that are wider than the table',
    html:
      '<table><tr><td>α</td><td>β</td></tr><tr><td colspan="100">γ</td></tr></table><p>δ</p>' +
      '<table><tr><td rowspan="3">α</td><td colspan="3">β</td><td>γ</td></tr><tr><td>δ</td><td>ε</td></tr><tr><td>ζ</td><td>η</td></tr></table><p>θ</p>' +
      '<table><tr><td colspan="2">α</td><td colspan="2">β</td></tr></table>',
    pasted:
      '<table><tbody><tr><td>α</td><td>β</td></tr><tr><td colspan="2">γ</td></tr></tbody></table><p>δ</p>' +
      '<table><tbody><tr><td rowspan="3">α</td><td>β</td><td>γ</td></tr><tr><td>δ</td><td>ε</td></tr><tr><td>ζ</td><td>η</td></tr></tbody></table><p>θ</p>' +
      '<table><tbody><tr><td colspan="2">α</td><td colspan="2">β</td></tr></tbody></table>',
  },
  {
    of: 'LibreOffice Calc: a cell over a hidden row',
    html: '<table><tr><td>α</td><td>β</td></tr><tr><td rowspan="3">γ</td><td>δ</td></tr><tr><td>ε</td></tr><tr><td colspan="3">ζ</td><td>η</td></tr></table>',
    pasted:
      '<table><tbody><tr><td>α</td><td>β</td></tr><tr><td rowspan="2">γ</td><td>δ</td></tr><tr><td>ε</td></tr><tr><td>ζ</td><td>η</td></tr></tbody></table>',
  },
  {
    of: 'Gnumeric: rows and columns that are hidden in the plain text alone',
    html: '<table><tr><td><b>Δήμος</b></td><td>κρυφή</td><td>Ποσό</td><td></td></tr><tr><td>Α</td><td>1</td><td>1</td><td></td></tr><tr><td>κρυφή</td><td>2</td><td>5</td><td></td></tr><tr><td colspan=2>β<br>γ</td><td colspan=2>6</td></tr></table>',
    text: 'Δήμος\tΠοσό\nΑ\t1\nβ\nγ\t6\n',
    pasted:
      '<table><tbody><tr><td><strong>Δήμος</strong></td><td>Ποσό</td></tr><tr><td>Α</td><td>1</td></tr><tr><td>β<br>γ</td><td>6</td></tr></tbody></table>',
  },
  {
    of: 'Gnumeric: a plain text that is another',
    html: '<table><tr><td>α</td><td>β</td></tr></table>',
    text: 'β\tγ\n',
    pasted: '<table><tbody><tr><td>α</td><td>β</td></tr></tbody></table>',
  },
  {
    of: 'Google Sheets: bold cells and breaks in cells',
    html: '<google-sheets-html-origin><style>td {border: 1px solid #cccccc;}</style><table dir="ltr"><colgroup><col width="100"></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{}">α</td><td style="white-space:normal;">β<br>γ</td></tr></tbody></table></google-sheets-html-origin>',
    pasted: '<table><tbody><tr><td><strong>α</strong></td><td>β<br>γ</td></tr></tbody></table>',
  },
];

const SEEN: Clipboard[] = [
  {
    of: 'a page: what a style or a class hides, and what only seems so',
    html:
      '<p>α<span style="display:none">κ</span><span style="font-size:0">κ<b style="font-size:1em">κ</b><i style="font-size:12px">β</i></span>' +
      '<span class="govuk-visually-hidden">κ</span><span class="screen-reader-text">κ</span><span style="position:absolute;left:-9999px">κ</span><span style="position:absolute;height:1px;width:1px;overflow:hidden">κ</span>' +
      '<span style="text-indent:-9999px">κ</span><span style="opacity:0">κ</span><span style="display:block;max-height:0;overflow:hidden">κ</span><i class="material-icons">home</i><comment>κ</comment>' +
      '<math><mi>γ</mi><annotation>κ</annotation></math><span style="color:#fff;background:#fff">δ</span><span aria-hidden="true">ε</span><span style="position:absolute;left:-3%">ζ</span><span style="font-size:0.5em">η</span></p>',
    pasted: '<p>α<em>β</em>γδεζη</p>',
  },
  {
    of: 'WhatsApp: lines in one element',
    html: '<span dir="ltr" class="selectable-text" style="white-space: pre-wrap;">Ωράριο:\nΔευτέρα 8-14\nΤρίτη 8-15</span>',
    pasted: '<p>Ωράριο:<br>Δευτέρα 8-14<br>Τρίτη 8-15</p>',
  },
  {
    of: 'Chrome: styles that say where lines end',
    html: '<h2 style="font-weight: 600; display: block">α</h2><div style="white-space: pre-wrap"><span style="white-space: normal">β\nγ</span></div><span style="display:block">δ</span><div style="display:inline">ε</div><div style="display:inline">ζ</div>',
    pasted: '<h2>α</h2><p>β γ</p><p>δ</p><p>εζ</p>',
  },
  {
    of: 'Teams: emoji as pictures, and empty lines',
    html: '<div><span>Γεια <img alt="😀" itemtype="http://schema.skype.com/Emoji" src="https://s.example/1.png"> 🇬🇷</span></div><div>&nbsp;</div><div>α</div>',
    pasted: '<p>Γεια 😀 🇬🇷</p><p>α</p>',
  },
  {
    of: 'Gmail: bare addresses',
    html: '<div dir="ltr">Δείτε (https://www.gov.gr/a_(β)), www.aade.gr/x. Γράψτε: <b>info@portal.example</b>· όχι a@b, ούτε https:// ή <code>https://a.example</code></div>',
    pasted:
      '<p>Δείτε (<a href="https://www.gov.gr/a_(β)">https://www.gov.gr/a_(β)</a>), <a href="https://www.aade.gr/x">www.aade.gr/x</a>. Γράψτε: ' +
      '<a href="mailto:info@portal.example"><strong>info@portal.example</strong></a>· όχι a@b, ούτε https:// ή <code>https://a.example</code></p>',
  },
  {
    of: 'Wikipedia: notes and their numbers',
    html: '<p>α<sup class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup></p><ol class="references"><li><span class="mw-cite-backlink"><a href="#cite_ref-1">↑</a></span> <span>β</span></li></ol>',
    pasted: '<p>α<sup>[1]</sup></p><ol><li>↑ β</li></ol>',
  },
  {
    of: 'Word: a line break, a tab, and what only a printer shows',
    html: "<p class=MsoNormal>α<br style='mso-special-character:line-break'>\n<![if !supportLineBreakNewLine]><br style='mso-special-character:line-break'>\n<![endif]>β<span style='mso-tab-count:1'>      </span>γ<span style='display:none;mso-hide:screen'>3</span></p><p>\uf0b7 δ</p>",
    pasted: '<p>α<br>β γ</p><ul><li>δ</li></ul>',
  },
  {
    of: 'Word: notes, comments, and changes that are tracked',
    html:
      "<p>α<a style='mso-footnote-id:ftn1' href='#_ftn1'><sup>[1]</sup></a><span class=MsoCommentReference><a class=msocomanchor href='#_msocom_1'>[ΜΠ1]</a></span> <del cite='mailto:x' datetime='2026-01-01T00:00'>β</del><span class=msoDel>ζ</span><span class=TrackChangeTextDeletion>η</span><ins cite='mailto:x'>γ</ins></p>" +
      "<div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href='#_ftnref1'>[1]</a> δ</p></div></div><div style='mso-element:comment-list'><div class=msocomtxt>ε</div></div>",
    pasted: '<p>α<sup>[1]</sup> γ</p><p>[1] δ</p>',
    left: { comment: 1, deletion: 3 },
  },
  {
    of: 'Word: headings from the first level, and a title of that level beside lower ones',
    html: '<h1>α</h1><h2>β</h2><h3>γ</h3><h1>δ</h1><h5>ε</h5>',
    pasted: '<h2>α</h2><h3>β</h3><h4>γ</h4><h2>δ</h2><h5>ε</h5>',
  },
];

const OFFICE = '<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>';

const LIBREOFFICE: Clipboard[] = [
  {
    of: 'LibreOffice: headings with numbers, in each other too',
    html:
      '<ol>\n<li><h1>α</h1>\n<ol>\n<li><h2>β</h2>\n</ol>\n</ol>\n<p>γ</p><ol start="2"><li><h1 class="western"><a name="x"></a>δ</h1></ol>' +
      '<ol type="I" start="4"><li><h1>ε</h1></ol><ol type="a"><li><h1>ζ</h1></ol><ol style="list-style-type: lower-greek"><li><h1>η</h1></ol>' +
      '<ul><li><h1>θ</h1></ul><ol><li><h1>ι</h1>κ</ol>',
    pasted:
      '<h2>1. α</h2><h3>1. β</h3><p>γ</p><h2>2. δ</h2><h2>IV. ε</h2><h2>a. ζ</h2><h2>α. η</h2><ul><li>θ</li></ul><ol><li>ι<br>κ</li></ol>',
  },
  {
    of: 'LibreOffice: numbers and fields that only the plain text has, and hidden words',
    html: `${OFFICE}<body><ol><li><p>Πεδίο</p><ol><li><p>α β</p><li><p>γ</p></ol></ol><p>Εικόνα : δ <span style="display: none">ΚΡΥΦΟ</span>ε</p><ol><li><p>ζ</p><li><p>η</p></ol><p>βλέπε «».</p><ol><ol><li><h2>θ</h2></ol></ol><table><tr><td>ι</td><td>κ</td></tr></table></body>`,
    text: 'Άρθρο 1 Πεδίο\n    a) α β\n    b) γ\nΕικόνα 1: δ ΚΡΥΦΟ ε\n7. ζ\n8. η\nβλέπε «Στόχος».\n 1.1. θ\nι\tλ\n',
    pasted:
      '<ol><li>Πεδίο<ol><li>α β</li><li>γ</li></ol></li></ol><p>Εικόνα : δ ε</p><ol><li>ζ</li><li>η</li></ol><p>βλέπε «».</p><h2>1. θ</h2><table><tbody><tr><td>ι</td><td>κ</td></tr></tbody></table>',
    left: { words: 8 },
  },
  {
    of: 'LibreOffice in Safari: the same, without the name of the program, and words in capitals',
    html: '<ol style="caret-color: rgb(0, 0, 0);"><li><p style="orphans: 2; margin-bottom: 0.14in; direction: ltr;">ΠΕΔΊΟ</p></li></ol>',
    text: 'Άρθρο 1 Πεδίο\n',
    pasted: '<ol><li>ΠΕΔΊΟ</li></ol>',
    left: { words: 1 },
  },
  {
    of: 'AbiWord: words that only the plain text has',
    html: '<!DOCTYPE html PUBLIC "-//ABISOURCE//DTD XHTML plus AWML 2.2//EN" "x"><p>ΥΠΟΥΡΓΕΙΟ</p>',
    text: 'ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ\nΥΠΟΥΡΓΕΙΟ',
    pasted: '<p>ΥΠΟΥΡΓΕΙΟ</p>',
    left: { words: 1 },
  },
  {
    of: 'LibreOffice: the signs of notes',
    html:
      '<p>α<sup><a class="sdfootnoteanc" href="#sdfootnote1sym"><sup>1</sup></a></sup> β</p>' +
      '<div id="sdfootnote1"><p><a class="sdfootnotesym-western" href="#sdfootnote1anc">1</a>5 Μαρτίου</p></div>' +
      '<div id="sdendnote1"><p><a class="sdendnotesym" href="#sdendnote1anc">2</a> 6 Μαρτίου</p></div>',
    pasted: '<p>α<sup>1</sup> β</p><p>1 5 Μαρτίου</p><p>2 6 Μαρτίου</p>',
  },
  {
    of: 'Word and LibreOffice: the signs of endnotes, and contents; other links within the text are said',
    html:
      '<p>α<a href="#_edn1"><sup>[i]</sup></a>β<a class="sdendnoteanc" href="#sdendnote1sym"><sup>ii</sup></a></p><p class=MsoToc1><a href="#_Toc1">Γενικά<span>\t</span>1</a></p>' +
      '<p><a href="#__RefHeading___Toc5">Ειδικά</a></p><p><span><a href="#b">Άλλα 12</a></span></p><p>δείτε <a href="#_Toc1">Γενικά</a></p>',
    pasted:
      '<p>α<sup>[i]</sup>β<sup>ii</sup></p><p>Γενικά 1</p><p>Ειδικά</p><p>Άλλα 12</p><p>δείτε Γενικά</p>',
    left: { link: 1 },
  },
  {
    of: 'Word and LibreOffice: letters of symbol fonts',
    html: '<p>α <font face="Wingdings, serif">\uf06f ναι</font> <span style="font-family:Symbol">\uf061\uf0a3\uf035</span> <span style=\'font-family:"Wingdings"\'>\uf0fc</span></p><p>β \uf061 <font face="Webdings">\uf04e</font></p>',
    pasted: '<p>α ναι ✓</p><p>β</p>',
    left: { symbol: 6 },
  },
  {
    of: 'a page: formulas',
    html: '<p><math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msub><mi>a</mi><mrow><mi>i</mi><mn>1</mn></mrow></msub><msubsup><mi>b</mi><mn>3</mn><mn>4</mn></msubsup></math></p>',
    pasted: '<p>x<sup>2</sup>+a<sub>i1</sub>b<sub>3</sub><sup>4</sup></p>',
  },
  {
    of: 'LibreOffice: boxes of text',
    html:
      '<p><b>Πρ<span style="font-family: \'x\'; float: left; width: 2in"><p>κουτί <span>ένα</span></p>\n<ul><li>δύο</ul></span>ιν</b> <span>και</span> μετά</p>' +
      '<p><span dir="ltr" style="position: absolute"><p>τρία</p></span>α</p><p><span style="float:left">Μ</span>ετά</p>',
    pasted:
      '<p><strong>Πριν</strong> και μετά</p><p>κουτί ένα</p><ul><li>δύο</li></ul><p>α</p><p>τρία</p><p>Μετά</p>',
  },
];

const space = (spaces: string) => `<span class="Apple-converted-space">${spaces}</span>`;
const inSafari = (margin: string, marker: string, words: string) =>
  `<p class="MsoListParagraphCxSpMiddle" style="margin: 0cm 0cm 0cm ${margin}; text-indent: -18pt; caret-color: rgb(0, 0, 0);"><span lang="EL">${marker}<span style="font-size: 7pt;">${space('&nbsp;&nbsp;&nbsp;')} </span></span>${words}</p>`;

const SAFARI: Clipboard[] = [
  {
    of: 'Word in Safari: lists',
    html:
      inSafari('36pt', '1.', 'α') +
      inSafari('72pt', '·', `β${space('&nbsp;')}<b>γ</b>`) +
      inSafari('48px', '2.', 'δ') +
      inSafari('36pt', 'γ)', 'ε') +
      inSafari('36pt', 'Ο', 'δήμος') +
      '<p class="MsoListParagraph" style="margin-left: 36pt;">ζ&nbsp;η</p>',
    pasted:
      '<ol><li>α<ul><li>β <strong>γ</strong></li></ul></li><li>δ</li></ol><p>γ) ε</p><p>Ο δήμος</p><p>ζ&nbsp;η</p>',
  },
  {
    of: 'Safari: links whose addresses it takes away',
    html: `<p>α${space('&nbsp;')}<a style="color: blue;">γράψτε μας</a>, <a>a@b.example</a>,${space('&nbsp; ')}<a href="https://a.example">β</a> <a><sup>[1]</sup></a><a name="x">γ</a></p>`,
    pasted:
      '<p>α γράψτε μας, <a href="mailto:a@b.example">a@b.example</a>, <a href="https://a.example">β</a> <sup>[1]</sup>γ</p>',
    left: { link: 1 },
  },
  { of: 'another browser: an element that is no link', html: '<p><a>α</a></p>', pasted: '<p>α</p>' },
];

export const CLIPBOARDS: readonly Clipboard[] = [...LISTS, ...SHEETS, ...SEEN, ...LIBREOFFICE, ...SAFARI];
