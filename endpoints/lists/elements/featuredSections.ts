import * as z from 'zod';
import { absoluteUrl, flag, html, integer, kept, text } from '../definition/schemas.ts';
import type { ListContract } from './types.ts';

export const featuredSections = {
  key: 'featured-sections',
  name: 'Featured Section List',
  element: z.strictObject({
    id: integer,
    selected: flag,
    section_two_links: z.array(z.strictObject({ text, link: absoluteUrl })),
    active: flag,
    section_one_title: text,
    section_one_text: html,
    section_two_title: text,
    section_three_text: html,
    featured_image: kept,
  }),
  defaultOrdering: 'id',
  documentedOrderings: ['-section_two_links'],
  keptKeys: ['featured_image'],
  perLink: { field: 'section_two_links' },
} as const satisfies ListContract;

/** A section of the portal's front page. */
export type FeaturedSection = z.output<typeof featuredSections.element>;
