import { NotFound, type Payload, type PayloadRequest } from 'payload';

/** The id of a document as the database has it; NaN for a text that is none. */
export function documentIdOf({ collections, db }: Payload, collection: string, id: string): number | string {
  const type = collections[collection as never]?.customIDType ?? db.defaultIDType;
  return type === 'number' ? Number(id) : id;
}

/**
 * The id of the document that the address of a request names.
 * @throws NotFound for a text that is none
 */
export function documentIdIn(
  { payload, routeParams, t }: PayloadRequest,
  collection: string,
): number | string {
  const id = documentIdOf(payload, collection, String(routeParams?.id));
  if (Number.isNaN(id)) throw new NotFound(t);
  return id;
}
