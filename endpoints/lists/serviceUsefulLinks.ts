import { defineList } from './definition/defineList.ts';
import { flagOf, integerOrNullOf, textOf, textOrNullOf } from './definition/values.ts';
import { serviceUsefulLinks as contract } from './elements/serviceUsefulLinks.ts';

/** The useful links of the portal's services. */
export const serviceUsefulLinks = defineList({
  ...contract,
  encode: (document) => ({
    id: document.api_id,
    selected: flagOf(document.selected),
    slug: textOf(document.slug),
    url: textOrNullOf(document.url),
    description: textOrNullOf(document.description),
    confirmed_translation: flagOf(document.confirmed_translation),
    title: textOf(document.title),
    service: integerOrNullOf(document.service),
  }),
  decode: ({ id, ...rest }) => ({ api_id: id, position: null, ...rest }),
});
