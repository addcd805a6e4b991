import { z } from 'zod';
import { defineList } from './defineList.ts';
import { flag, flagOf, integer, text, textOf } from './fields.ts';

/** The categories of news posts. */
export const newsCategories = defineList({
  key: 'news-categories',
  name: 'News Category List',
  element: z.strictObject({ id: integer, selected: flag, title: text, slug: text }),
  encode: (document) => ({
    id: document.api_id,
    selected: flagOf(document.selected),
    title: textOf(document.title),
    slug: textOf(document.slug),
  }),
  decode: ({ id, ...rest }) => ({ api_id: id, position: null, ...rest }),
  defaultOrdering: 'id',
});
