import * as z from 'zod';
import { flag, html, integer, keptOrNull, text, timestamp } from '../definition/schemas.ts';
import { newsCategories } from './newsCategories.ts';
import type { ListContract } from './types.ts';

const rest = {
  confirmed_translation: flag,
  title: text,
  excerpt: text,
  slug: text,
  active: flag,
  featured_post: flag,
  post_image: keptOrNull,
  post_thumbnail: keptOrNull,
  created_timestamp: timestamp,
  modified_timestamp: timestamp,
  content: html,
  author: integer,
};

const relatedPost = z.strictObject({ id: integer, selected: flag, ...rest }).meta({ title: 'RelatedPost' });

export const newsPosts = {
  key: 'news-posts',
  name: 'News Post List',
  element: z.strictObject({
    id: integer,
    selected: flag,
    category: newsCategories.element,
    related: z.array(relatedPost),
    files: keptOrNull,
    ...rest,
  }),
  defaultOrdering: '-created_timestamp',
  keptKeys: ['files', 'post_image', 'post_thumbnail'],
  notOrderable: ['category', 'related', 'files'],
  timestamps: ['created_timestamp', 'modified_timestamp'],
} as const satisfies ListContract;

/** A news post. */
export type NewsPost = z.output<typeof newsPosts.element>;
/** A post as it stands in another post's `related`: the same without `category`, `related` and `files`. */
export type RelatedPost = z.output<typeof relatedPost>;
