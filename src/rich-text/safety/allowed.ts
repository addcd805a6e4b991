import type { Attribute, StartTag } from '../html/parser.ts';
import { addressAsRead, isDangerousUrl, PROGRAM_SCHEMES } from './addresses.ts';

/** What HTML may say that an editor brings in, and what more may stand in a start tag that came with the import. */

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Elements that only show something. */
const ELEMENTS = names(
  `a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd li main mark nav ol p
  picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead
  time tr track tt u ul var video wbr`,
);

/** Elements that run code, load pages, collect input, restyle the page or change how it is read. */
const ACTIVE_ELEMENTS = names(
  `applet base basefont bgsound button datalist dialog embed fieldset form frame frameset input isindex keygen
  link listing marquee math meta meter noembed noframes noscript object optgroup option output param plaintext portal
  progress script select slot style svg template textarea title xmp`,
);

/** By element; `*` is every element. */
const ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  '*': names('align dir lang style title'),
  a: names('href hreflang name rel target type'),
  audio: names('controls loop muted preload src'),
  blockquote: names('cite'),
  col: names('span width'),
  colgroup: names('span width'),
  del: names('cite datetime'),
  details: names('open'),
  font: names('color face size'),
  iframe: names('allow allowfullscreen frameborder height loading referrerpolicy src width'),
  img: names('alt border decoding height hspace loading src vspace width'),
  ins: names('cite datetime'),
  li: names('type value'),
  ol: names('reversed start type'),
  q: names('cite'),
  source: names('media src type'),
  table: names('bgcolor border cellpadding cellspacing frame rules summary width'),
  td: names('abbr axis bgcolor char colspan headers height nowrap rowspan scope valign width'),
  th: names('abbr axis bgcolor char colspan headers height nowrap rowspan scope valign width'),
  time: names('datetime'),
  tr: names('bgcolor height valign'),
  track: names('default kind label src srclang'),
  ul: names('type'),
  video: names('controls height loop muted playsinline poster preload src width'),
};

/** What an imported start tag may keep besides: it names, describes or dresses, and loads nothing. */
const INERT_ATTRIBUTES = names(
  `about accesskey alt bgcolor border cellpadding cellspacing class clear color compact content datetime face
  height hidden hreflang id itemid itemprop itemscope itemtype name noshade nowrap property rel resource role size
  start tabindex target translate type typeof valign value vocab width xml:lang`,
);
const INERT_PREFIXED = /^(?:aria-[a-z]+|data-[\w.-]+|xmlns(?::[a-z]+)?)$/;

const ADDRESSES = names('cite href longdesc poster src');

/** The schemes that an address may have; none at all makes it relative. */
const LINK_SCHEMES = names(`http https ftp ${PROGRAM_SCHEMES}`);
const LOAD_SCHEMES = names('http https');

const STYLE_PROPERTY =
  /^(?:-?(?:webkit|moz|ms|mso)-[a-z-]+|background|background-color|border(?:-[a-z]+)*|clear|color|direction|display|float|font(?:-[a-z]+)*|height|hyphens|letter-spacing|line-height|list-style(?:-type|-position)?|margin(?:-[a-z]+)*|max-height|max-width|min-height|min-width|orphans|outline|overflow-wrap|padding(?:-[a-z]+)*|page-break-[a-z]+|tab-stops|table-layout|text-(?:align|align-last|autospace|decoration|decoration-[a-z]+|indent|justify|transform|underline-[a-z]+)|unicode-bidi|vertical-align|white-space|widows|width|word-(?:break|spacing|wrap))$/;
/** No escapes, blocks, addresses or functions but those of colours. */
const STYLE_VALUE = /^(?:[^\\(){}@<>]|rgba?\([\d.,%\s/]*\)|hsla?\([\d.,%\s/a-z]*\))*$/i;

/** Why something is not allowed: what it is, as the reader of the message knows it. */
export interface Refusal {
  code: 'element' | 'attribute' | 'url' | 'style';
  what: string;
}

export interface Allowances {
  /** It came with the import, byte for byte. */
  isImported: boolean;
  /** Whose pages may be embedded: host names. */
  videoHosts: ReadonlySet<string>;
  /** The documents that nodes of the text refer to, as their addresses in it. */
  documents: ReadonlySet<string>;
}

export function refuseElement({ name }: StartTag, { isImported }: Allowances): Refusal | undefined {
  const isAllowed = ELEMENTS.has(name) || (isImported && !ACTIVE_ELEMENTS.has(name));
  return isAllowed ? undefined : { code: 'element', what: `<${name}>` };
}

export function refuseAttribute(
  { name: element }: StartTag,
  { name, value }: Attribute,
  { isImported, videoHosts, documents }: Allowances,
): Refusal | undefined {
  const own = Object.hasOwn(ATTRIBUTES, element) ? ATTRIBUTES[element] : undefined;
  const isInert = INERT_ATTRIBUTES.has(name) || INERT_PREFIXED.test(name);
  const isKnown = ATTRIBUTES['*']?.has(name) || own?.has(name) || (isImported && isInert);
  if (!isKnown) return { code: 'attribute', what: `<${element} ${name}>` };
  if (name === 'style') {
    const [refused] = declarationsOf(value).filter((declaration) => !dressesOnly(declaration));
    return refused === undefined ? undefined : { code: 'style', what: refused };
  }
  const namesDocument = (element === 'a' || element === 'img') && documents.has(value);
  if (!ADDRESSES.has(name) || namesDocument) return undefined;
  const schemes = name === 'href' || name === 'cite' ? LINK_SCHEMES : LOAD_SCHEMES;
  const isAllowed = element === 'iframe' ? isEmbeddable(value, videoHosts) : hasScheme(value, schemes);
  return isAllowed || (isImported && !isDangerousUrl(value)) ? undefined : { code: 'url', what: value };
}

/** The declarations of a `style` that only dress. */
export function dressOf(style: string): string {
  return declarationsOf(style).filter(dressesOnly).join('; ');
}

/** A `;` in quotes or brackets cuts a declaration in two, neither of which is one that dresses. */
function declarationsOf(style: string): string[] {
  return style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration !== '');
}

/** No declaration that an author writes is longer, in characters. */
const LONGEST_DECLARATION = 500;

function dressesOnly(declaration: string): boolean {
  if (declaration.length > LONGEST_DECLARATION) return false;
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
  return STYLE_PROPERTY.test(property) && STYLE_VALUE.test(declaration.slice(colon + 1));
}

function hasScheme(address: string, schemes: ReadonlySet<string>): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(addressAsRead(address)) ?? [];
  return scheme === undefined || schemes.has(scheme.toLowerCase());
}

function isEmbeddable(address: string, hosts: ReadonlySet<string>): boolean {
  const read = addressAsRead(address);
  const whole = read.startsWith('//') ? `https:${read}` : read;
  if (!/^https?:/i.test(whole) || !URL.canParse(whole)) return false;
  return hosts.has(new URL(whole).hostname);
}
