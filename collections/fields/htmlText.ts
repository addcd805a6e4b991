import { isDeepStrictEqual } from 'node:util';
import type { Field } from 'payload';
import { richText } from 'payload/shared';
import { refersKey } from '../../endpoints/lists/documentLinks.ts';
import { type Bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { portalEditor } from '../../src/rich-text/editor/portalEditor.ts';
import { ONLY_FILES, ONLY_IMAGES } from '../portal/mediaTypes.ts';
import { MEDIA, portalOf, slugOfKind } from '../portal/portal.ts';
import { custom } from '../portal/roles.ts';
import { linkableCollections, linkProblem, unlinkable } from '../save/linkedDocuments.ts';
import { textProblem } from '../save/messages.ts';
import { type FieldValidation, mainDocument } from '../save/saveContext.ts';
import { type HtmlText, htmlValues } from '../values/html.ts';
import { hidden } from './smallFields.ts';

interface HtmlTextOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual;
  /** The lists give `null` for a text that was never entered, otherwise the empty string. */
  nullable?: boolean;
}

/**
 * A rich text with its HTML: `{name}_html` is the HTML that the lists serve, `{name}_source` the imported HTML, and
 * `{name}_refers` what it refers to.
 */
export function htmlText({ name, label, description, nullable }: HtmlTextOptions): Field[] {
  const [html, source, refers] = [`${name}_html`, `${name}_source`, refersKey(name)];
  const text = { name, html, source, refers, nullable: nullable ?? false };
  return [
    {
      name,
      type: 'richText',
      label,
      editor: portalEditor(
        {
          collections: linkableCollections,
          media: (config) => slugOfKind({ config }, MEDIA),
          images: ONLY_IMAGES,
          files: ONLY_FILES,
          problem: linkProblem,
        },
        (config) => portalOf(config).videoHosts,
      ),
      validate: async (value, options) => {
        const valid = await richText(value, options as Parameters<typeof richText>[1]);
        if (valid !== true) return valid;
        const refused = await refusedText(text, value, options as unknown as FieldValidation);
        return refused ? translate(refused, options.req.i18n.language) : true;
      },
      custom: custom({ role: 'html', html, source, refers, nullable: text.nullable }),
      // The editor state is not suited for columns and filters. The list's search uses the text.
      admin: {
        disableListColumn: true,
        disableListFilter: true,
        components: { Diff: 'payload-portal-content/rsc#TextDiff' },
        ...(description && { description }),
      },
    },
    hidden({ name: html, type: 'textarea', validate: acceptAnyLength }),
    hidden({ name: source, type: 'textarea', validate: acceptAnyLength }),
    hidden({
      name: refers,
      type: 'text',
      index: true,
      validate: acceptAnyLength,
      custom: custom({ role: 'refers' }),
    }),
  ];
}

/** Replaces Payload's validation, which limits a text to 40,000 characters. */
const acceptAnyLength = () => true as const;

/** Why a text would be refused, shown in a form after a refused save. The save itself is checked in a hook. */
async function refusedText(
  text: HtmlText,
  value: unknown,
  validated: FieldValidation,
): Promise<Bilingual | undefined> {
  if (validated.event !== 'onChange') return undefined;
  const main = await mainDocument(validated);
  // A stored text was checked when it was saved, and is checked again when it is published.
  if (isDeepStrictEqual(main?.[text.name], value)) return undefined;
  const { videoHosts } = portalOf(validated.req.payload.config);
  const save = {
    latest: main,
    main,
    restored: false,
    imported: undefined,
    publishes: true,
    editor: null,
    editorKey: null,
    now: new Date(),
    videoHosts,
  };
  const { problems: inText } = htmlValues({ [text.name]: value }, text, save);
  const problems = [...inText, ...(await unlinkable(validated.req, text, value, [main]))];
  return problems.length === 0 ? undefined : textProblem(problems);
}
