import { createRequire } from 'node:module';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';

export type MongodbDriver = MongooseAdapter['connection']['base']['mongo'];

/** The driver that Payload's adapter brings, which is no dependency of its own here. */
export function mongodbDriver(): MongodbDriver {
  const ofAdapter = createRequire(import.meta.resolve('@payloadcms/db-mongodb'));
  return (ofAdapter('mongoose') as { mongo: MongodbDriver }).mongo;
}
