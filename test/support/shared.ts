import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `sharedSetup.ts` answers. */
    sharedUrl: string;
  }
}

/**
 * What all test files of a run share:
 * - `replica-set`: the address of a replica set of one member;
 * - `postgres`: the address of a PostgreSQL server;
 * - `…/administered`: the address of a database with an administrator, `ADMIN`, and nothing else;
 * - `…/captured`: the address of one that holds the captured portal as well;
 * - `…/import`: what `portal-content import` printed when it brought the captured portal there.
 */
export type SharedThing =
  | 'replica-set'
  | 'postgres'
  | `${'sqlite' | 'mongodb'}/${'administered' | 'captured' | 'import'}`;

/** Asks for it. It is made now unless another file has asked before. @throws Error with the reason when it cannot be made */
export async function shared(thing: SharedThing): Promise<string> {
  const response = await fetch(new URL(thing, inject('sharedUrl')));
  const text = await response.text();
  if (!response.ok) throw new Error(`${thing} could not be made: ${text}`);
  return text;
}
