import type { TextField } from 'payload';
import { nobodyField } from '../access/index.ts';

/** The field that remembers what a reference stood for, so that it is known even after the database dropped it. */
export function lastName(name: string): string {
  return `${name}_last`;
}

export function lastReferenceField(name: string): TextField {
  return { name: lastName(name), type: 'text', hidden: true, access: { read: nobodyField } };
}
