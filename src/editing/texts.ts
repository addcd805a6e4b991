import { addDataAndFileToRequest, type Endpoint, Forbidden, type PayloadRequest } from 'payload';
import { may } from '../../collections/policies/may.ts';
import { MEDIA, portalOf, slugOfKind } from '../../collections/portal/portal.ts';
import { decoded } from '../../endpoints/lists/definition/texts.ts';
import { type Bilingual, bilingual, translate } from '../payload/i18n/bilingual.ts';
import { Refusal } from '../payload/rest.ts';
import {
  type Converted,
  convertFigure,
  convertTable,
  figureIn,
  type ServedImage,
} from '../rich-text/convert.ts';
import { type Clipboard, readPasted, TooLarge } from '../rich-text/paste/index.ts';
import { LONGEST } from '../rich-text/paste/isText.ts';

const NO_TABLE = bilingual(
  'Δεν μετατρέπεται: έχει μέσα του άλλον πίνακα, ή κάτι έξω από τα κελιά του.',
  'It cannot be converted: there is another table in it, or something outside its cells.',
);
const NO_PICTURE = bilingual(
  'Δεν μετατρέπεται: δεν είναι μία εικόνα με τη λεζάντα της, αλλά έχει και σύνδεσμο, κείμενο ή άλλη εικόνα.',
  'It cannot be converted: it is not one picture with its caption, but has a link, words or another picture, too.',
);
const notUploaded = (src: string) =>
  bilingual(
    `Δεν μετατρέπεται: αυτή η εικόνα δεν υπάρχει στις «Εικόνες και αρχεία» (${src}). Ανεβάστε την και βάλτε την στη θέση αυτής με το «Εικόνα» από το μενού.`,
    `It cannot be converted: this picture is not in “Images and files” (${src}). Upload it, and put it in place of this one with “Upload” in the menu.`,
  );
const TOO_LARGE = bilingual('Είναι πολύ μεγάλο.', 'It is too large.');

/** An endpoint for what an editor of texts has read here, since the reader of HTML is too large for a browser. It stores nothing. */
const textEndpoint = <Sent>(
  path: string,
  run: (req: PayloadRequest, sent: Sent) => unknown,
): Omit<Endpoint, 'root'> => ({
  path,
  method: 'post',
  handler: async (req) => {
    if (!(await may.writeDraft(req))) throw new Forbidden(req.t);
    await addDataAndFileToRequest(req);
    if (JSON.stringify(req.data ?? {}).length > LONGEST) throw new Refusal(req, TOO_LARGE, 413);
    return Response.json((await run(req, req.data as Sent)) ?? null);
  },
});

/** More pictures of one paste are not looked for. */
const LOOKED_FOR = 20;

export const textEndpoints = [
  /** What a clipboard is for the editor; null for what is put in as it is. */
  textEndpoint(
    '/portal-clipboard',
    async (req, { inCell, ...clipboard }: Clipboard & { inCell: boolean }) => {
      const pasted = readIn(req, clipboard, inCell);
      // Those that are copied from the portal, or from another text.
      for (const picture of pasted?.pictures.slice(0, LOOKED_FOR) ?? []) {
        const isAddress = /^(?:https?:)?\/\/|^\//i.test(picture.src);
        const image = isAddress ? await imageAt(req, picture.src) : undefined;
        if (image) picture.image = image.id;
      }
      return pasted;
    },
  ),
  /** What kept HTML would be for the editor, or why it can be no such thing. */
  textEndpoint('/portal-conversion', async (req, { becomes, html }: { becomes: string; html: string }) => {
    const result = becomes === 'table' ? (convertTable(html) ?? NO_TABLE) : await pictureOf(req, html);
    return 'node' in result ? result : { problem: translate(result, req.i18n.language) };
  }),
];

function readIn(req: PayloadRequest, clipboard: Clipboard, inCell: boolean) {
  try {
    return readPasted(clipboard, inCell);
  } catch (error) {
    throw error instanceof TooLarge ? new Refusal(req, TOO_LARGE, 413) : error;
  }
}

async function pictureOf(req: PayloadRequest, html: string): Promise<Converted | Bilingual> {
  const figure = figureIn(html);
  if (!figure) return NO_PICTURE;
  const image = await imageAt(req, figure.src);
  if (!image) return notUploaded(figure.src);
  const { legacy_url, url, ...shown } = image;
  const collection = slugOfKind(req.payload, MEDIA);
  return convertFigure(figure, { ...shown, collection, url: legacy_url || url });
}

type Image = Omit<ServedImage, 'collection'> & { legacy_url?: string | null };

/**
 * The image of the media library with this address: its own, or the one that it had in the legacy system, which a text may name
 * without the host.
 * @returns undefined if there is none that the user may read
 */
async function imageAt(req: PayloadRequest, src: string): Promise<Image | undefined> {
  const { media, serverUrl } = portalOf(req.payload.config);
  const site = req.headers.get('origin') ?? serverUrl;
  if (!URL.canParse(src, site)) return undefined;
  const { pathname } = new URL(src, site);
  const filename = decoded(pathname.split('/').at(-1) ?? '');
  const legacy = [{ equals: src }, { contains: pathname }, { contains: decoded(pathname) }];
  const { docs } = await req.payload.find({
    collection: slugOfKind(req.payload, MEDIA),
    depth: 0,
    disableErrors: true,
    limit: 20,
    overrideAccess: false,
    req,
    // A host's own has no legacy addresses.
    where: {
      or: [
        { filename: { equals: filename } },
        ...(media.isOwn ? legacy.map((legacy_url) => ({ legacy_url })) : []),
      ],
    },
  });
  // It may name either without the host.
  const leadsTo = (address: string) => {
    const { href } = URL.canParse(address, site) ? new URL(address, site) : { href: '' };
    return URL.canParse(src, href) && new URL(src, href).href === href;
  };
  const images: Image[] = docs;
  return images.find(({ legacy_url, url }) => [legacy_url, url].some((each) => each && leadsTo(each)));
}
