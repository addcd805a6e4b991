import * as z from 'zod';
import { flag, integer, text } from '../definition/schemas.ts';
import type { ListContract } from './types.ts';

export const newsCategories = {
  key: 'news-categories',
  name: 'News Category List',
  element: z.strictObject({ id: integer, selected: flag, title: text, slug: text }),
  defaultOrdering: 'id',
} as const satisfies ListContract;

/** A category of news posts. */
export type NewsCategory = z.output<typeof newsCategories.element>;
