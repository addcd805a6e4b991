import { NotFound, type Payload, type PayloadRequest } from 'payload';

/** The id of a document in the type of the database; NaN for an invalid number. */
export function documentIdOf({ collections, db }: Payload, collection: string, id: string): number | string {
  const type = collections[collection as never]?.customIDType ?? db.defaultIDType;
  return type === 'number' ? Number(id) : id;
}

/**
 * The document id in the path of a request.
 * @throws NotFound for an invalid id
 */
export function documentIdIn(
  { payload, routeParams, t }: PayloadRequest,
  collection: string,
): number | string {
  const id = documentIdOf(payload, collection, String(routeParams?.id));
  if (Number.isNaN(id)) throw new NotFound(t);
  return id;
}
