import { z } from 'zod';
import { defineList } from './defineList.ts';
import {
  flag,
  flagOf,
  integer,
  integerOrNull,
  integerOrNullOf,
  text,
  textOf,
  textOrNull,
  textOrNullOf,
} from './fields.ts';

/** The useful links of the portal's services. */
export const serviceUsefulLinks = defineList({
  key: 'service-useful-links',
  name: 'Service Useful Link List',
  element: z.strictObject({
    id: integer,
    selected: flag,
    slug: text,
    url: textOrNull,
    description: textOrNull,
    confirmed_translation: flag,
    title: text,
    service: integerOrNull,
  }),
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
  defaultOrdering: 'id',
  documentedOrderings: ['title', '-title'],
});
