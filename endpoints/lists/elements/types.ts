import type { z } from 'zod';
import type { ListDefinition } from '../definition/types.ts';

/** What a list is to its clients: all that is known of it but how documents become elements. */
export type ListContract<S extends z.ZodObject = z.ZodObject> = Omit<ListDefinition<S>, 'encode' | 'decode'>;
