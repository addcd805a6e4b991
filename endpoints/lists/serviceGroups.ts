import { z } from 'zod';
import { defineList } from './defineList.ts';
import { flag, flagOf, integer, integerOf, text, textOf, textOrNull, textOrNullOf } from './fields.ts';

/** The groups under which the portal shows its services. */
export const serviceGroups = defineList({
  key: 'service-groups',
  name: 'Service Group List',
  element: z.strictObject({
    id: integer,
    selected: flag,
    order: integer,
    title: text,
    slug: text,
    url: textOrNull,
    description: textOrNull,
    confirmed_translation: flag,
  }),
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
  defaultOrdering: 'order,id',
});
