import * as z from 'zod';
import { flag, integer, integerOrNull, text, textOrNull } from '../definition/schemas.ts';
import type { ListContract } from './types.ts';

export const serviceUsefulLinks = {
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
  defaultOrdering: 'id',
  documentedOrderings: ['title', '-title'],
} as const satisfies ListContract;

/** A useful link of the portal's services. */
export type ServiceUsefulLink = z.output<typeof serviceUsefulLinks.element>;
