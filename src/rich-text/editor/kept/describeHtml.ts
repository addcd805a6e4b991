/** What a kept piece of HTML is, for the editor who sees it. */
export interface Description {
  label: string;
  /** The address it shows or loads, or a comment's words. */
  detail: string;
  /** There is something to see in a preview without scripts. */
  visible: boolean;
  /** What it may be converted into; undefined for nothing. */
  becomes: 'table' | 'picture' | undefined;
}

type Language = 'en' | 'el';

/** By the first element's name; the Greek of each. */
const NAMES: Readonly<Record<string, Record<Language, string>>> = {
  table: { en: 'Table', el: 'Πίνακας' },
  iframe: { en: 'Embedded page', el: 'Ενσωματωμένη σελίδα' },
  img: { en: 'Image', el: 'Εικόνα' },
  picture: { en: 'Image', el: 'Εικόνα' },
  figure: { en: 'Figure', el: 'Εικόνα με λεζάντα' },
  video: { en: 'Video', el: 'Βίντεο' },
  audio: { en: 'Sound', el: 'Ήχος' },
  object: { en: 'Embedded object', el: 'Ενσωματωμένο αντικείμενο' },
  embed: { en: 'Embedded object', el: 'Ενσωματωμένο αντικείμενο' },
  script: { en: 'Script', el: 'Κώδικας που εκτελείται' },
  style: { en: 'Style sheet', el: 'Φύλλο στυλ' },
  form: { en: 'Form', el: 'Φόρμα' },
  pre: { en: 'Preformatted text', el: 'Προμορφοποιημένο κείμενο' },
  dl: { en: 'Definition list', el: 'Λίστα ορισμών' },
  details: { en: 'Expandable section', el: 'Πτυσσόμενη ενότητα' },
  svg: { en: 'Drawing', el: 'Σχέδιο' },
  ul: { en: 'List', el: 'Λίστα' },
  ol: { en: 'List', el: 'Λίστα' },
  hr: { en: 'Line', el: 'Γραμμή' },
  a: { en: 'Anchor', el: 'Άγκυρα' },
};
const COMMENT = { en: 'Hidden comment', el: 'Κρυφό σχόλιο' };
const OTHER = { en: 'HTML', el: 'HTML' };

/** Without scripts these show nothing. */
const INVISIBLE = new Set('iframe script style link meta base template a title noscript'.split(' '));

/** Says what a kept piece of HTML is. It looks at the first tag only: the reader of HTML is too large for the admin's pages. */
export function describeHtml(html: string, language: string): Description {
  const in_ = language === 'el' ? 'el' : 'en';
  if (html.startsWith('<!') || html.startsWith('<?')) {
    const words = html.replace(/^<!--|-->$/g, '').trim();
    return { label: COMMENT[in_], detail: shorten(words), visible: false, becomes: undefined };
  }
  const name = /^<([a-z][^\s/>]*)/i.exec(html)?.[1]?.toLowerCase() ?? '';
  const address = /\s(?:src|data|name|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(html);
  return {
    label: NAMES[name]?.[in_] ?? (name ? `<${name}>` : OTHER[in_]),
    detail: shorten(name === 'table' ? '' : (address?.[1] ?? address?.[2] ?? address?.[3] ?? '')),
    visible: !INVISIBLE.has(name),
    becomes: name === 'table' ? 'table' : name === 'img' || name === 'figure' ? 'picture' : undefined,
  };
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
