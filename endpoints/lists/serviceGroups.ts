import { defineList } from './definition/defineList.ts';
import { flagOf, integerOf, textOf, textOrNullOf } from './definition/values.ts';
import { serviceGroups as contract } from './elements/serviceGroups.ts';

/** The groups under which the portal shows its services. */
export const serviceGroups = defineList({
  ...contract,
  encode: (document) => ({
    id: document.api_id,
    selected: flagOf(document.selected),
    order: integerOf(document.order),
    title: textOf(document.title),
    slug: textOf(document.slug),
    url: textOrNullOf(document.url),
    description: textOrNullOf(document.description),
    confirmed_translation: flagOf(document.confirmed_translation),
  }),
  decode: ({ id, ...rest }) => ({ api_id: id, position: null, ...rest }),
});
