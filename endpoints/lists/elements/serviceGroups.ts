import * as z from 'zod';
import { flag, integer, text, textOrNull } from '../definition/schemas.ts';
import type { ListContract } from './types.ts';

export const serviceGroups = {
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
  defaultOrdering: 'order,id',
} as const satisfies ListContract;

/** A group under which the portal shows its services. */
export type ServiceGroup = z.output<typeof serviceGroups.element>;
