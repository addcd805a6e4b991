import { defineList } from './definition/defineList.ts';
import { MissingReference } from './definition/errors.ts';
import { imageFields, imageOf } from './definition/references.ts';
import { flagOf, listOf, textOf } from './definition/values.ts';
import { featuredSections as contract } from './elements/featuredSections.ts';

/** The sections of the portal's front page. */
export const featuredSections = defineList({
  ...contract,
  encode(document, context) {
    const image = imageOf(document, 'featured_image', context);
    if (image === null) throw new MissingReference('media', null, 'featured_image');
    return {
      id: document.api_id,
      selected: flagOf(document.selected),
      section_two_links: listOf(document.section_two_links).map(linkOf),
      active: flagOf(document.active),
      section_one_title: textOf(document.section_one_title),
      section_one_text: textOf(document.section_one_text),
      section_two_title: textOf(document.section_two_title),
      section_three_text: textOf(document.section_three_text),
      featured_image: image,
    };
  },
  decode({ id, section_two_links, featured_image, ...rest }, embed) {
    return {
      api_id: id,
      position: null,
      ...rest,
      section_two_links: section_two_links.map((link) => ({ ...link, rank: null })),
      ...imageFields('featured_image', featured_image, embed),
    };
  },
});

function linkOf(row: unknown) {
  const { text, link } = Object(row) as { text?: unknown; link?: unknown };
  return { text: textOf(text), link: textOf(link) };
}
