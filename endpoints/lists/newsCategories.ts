import { defineList } from './definition/defineList.ts';
import { flagOf, textOf } from './definition/values.ts';
import { newsCategories as contract } from './elements/newsCategories.ts';

/** The categories of news posts. */
export const newsCategories = defineList({
  ...contract,
  encode: (document) => ({
    id: document.api_id,
    selected: flagOf(document.selected),
    title: textOf(document.title),
    slug: textOf(document.slug),
  }),
  decode: ({ id, ...rest }) => ({ api_id: id, position: null, ...rest }),
});
