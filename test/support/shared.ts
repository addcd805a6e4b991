import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of `sharedSetup.ts`. */
    sharedUrl: string;
  }
}

/**
 * Resources that all test files of a run share:
 * - `replica-set`: the address of a replica set with one member;
 * - `postgres`: the address of a PostgreSQL server;
 * - `…/administered`: the address of a database with only an administrator, `ADMIN`;
 * - `…/captured`: the address of a database that has the captured portal too;
 * - `…/import`: the output of `portal-content import` for the captured portal.
 */
export type SharedThing =
  | 'replica-set'
  | 'postgres'
  | `${'sqlite' | 'mongodb'}/${'administered' | 'captured' | 'import'}`;

/** Gets a resource. The first request creates it. @throws Error with the reason if that fails */
export async function shared(thing: SharedThing): Promise<string> {
  const response = await fetch(new URL(thing, inject('sharedUrl')));
  const text = await response.text();
  if (!response.ok) throw new Error(`${thing} could not be made: ${text}`);
  return text;
}
