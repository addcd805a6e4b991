import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import { MongoMemoryServer } from 'mongodb-memory-server-core';
import { expect, it } from 'vitest';
import { databaseProblem } from '../../src/database/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { freePort } from '../support/freePort.ts';
import { mongoClient } from '../support/mongoClient.ts';
import { findMongod } from '../support/mongod.ts';
import { startPayload } from '../support/payload.ts';
import { type Member, startReplicaSet } from '../support/replicaSet.ts';

const problem = (databaseUri: string) => databaseProblem({ database: 'mongodb', databaseUri });

/** A server that lets nobody in without a password, with a user who may read only. */
async function startClosedServer(): Promise<MongoMemoryServer> {
  const found = await findMongod();
  if ('missing' in found) throw new Error(found.missing);
  const server = await MongoMemoryServer.create({
    binary: { systemBinary: found.binary, version: found.version },
    // The default of older versions in tests has no read concern.
    instance: { storageEngine: 'wiredTiger' },
    auth: { enable: true, customRootName: 'root', customRootPwd: 'a root password', extraUsers: [] },
  });
  onFileEnd(() => server.stop({ doCleanup: true, force: true }).then(() => {}));
  const client = await mongoClient(
    `mongodb://root:a%20root%20password@127.0.0.1:${server.instanceInfo?.port}/?authSource=admin`,
  );
  for (const [user, role] of [
    ['reader', 'read'],
    ['writer', 'readWrite'],
  ] as const)
    await client.db('portal').command({ createUser: user, pwd: 'a password', roles: [role] });
  await client.close();
  return server;
}

it('a database that can be written to has no problem', async () => {
  expect(await problem(await freshDatabaseUri('mongodb'))).toBeUndefined();
});

it('no option of the address takes the primary and the majority from the server, and one member alone has no primary', async () => {
  const set = await startReplicaSet();
  const uri = set.uri('portal');
  const primary = await set.primary();
  const secondary = set.members.find((member) => member !== primary) as Member;
  const options = [
    'readPreference=secondaryPreferred',
    'readPreference=nearest&readPreferenceTags=dc:athens&maxStalenessSeconds=120',
    'READPREFERENCE=secondary',
    'readConcernLevel=linearizable',
    'readConcernLevel=snapshot',
    'w=0',
    'w=7&wtimeoutMS=1',
    'journal=false',
  ];
  const untouched = set.uri('untouched');
  expect(await Promise.all(options.map((option) => problem(`${untouched}&${option}`)))).toEqual(
    options.map(() => undefined),
  );
  // A session in a transaction, a sign-in, and reads of the lists.
  const payload = await startPayload({
    uri: `${uri}&readPreference=nearest&readConcernLevel=linearizable&w=0`,
  });
  const { id } = await category(payload, { title: 'Διαγωνισμοί' });
  expect(await served(payload, 'news-categories')).toMatchObject([{ title: 'Διαγωνισμοί' }]);
  const account = { email: 'admin@portal.example', password: 'a password for tests' };
  await payload.create({ collection: 'users', data: { ...account, roles: ['admin'] } as never });
  const { user } = await payload.login({ collection: 'users', data: account });
  expect(user).toMatchObject({ email: account.email });
  await payload.delete({ collection: 'news-categories' as never, id });
  const { readPreference, readConcern, writeConcern } = (
    payload.db as unknown as MongooseAdapter
  ).connection.getClient().options;
  expect([readPreference.mode, readConcern?.level, writeConcern]).toEqual([
    'primary',
    'majority',
    { w: 'majority' },
  ]);
  const direct = (member: Member) => problem(set.directUri(member, 'portal'));
  const refused = {
    mayPass: false,
    message: expect.stringMatching(
      /^DATABASE_URI has directConnection=true, so it reaches 127\.0\.0\.1:\d+ alone, which takes writes only while it is the primary of faults\. Take directConnection=true out\. Example: DATABASE_URI=mongodb:\/\/127\.0\.0\.1:\d+,127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/portal\?replicaSet=faults$/,
    ),
  };
  expect([await direct(primary), await direct(secondary)]).toEqual([refused, refused]);
  const db = await set.on(primary, 'untouched');
  expect(await db.listCollections().toArray()).toEqual([]);
  for (const member of [primary, secondary]) await member.kill();
  await expect
    .poll(() => problem(untouched), { timeout: 30_000 })
    .toEqual({
      mayPass: true,
      message: expect.stringMatching(
        /^MongoDB has no primary: of (?:127\.0\.0\.1:\d+(?:, )?){3}, 127\.0\.0\.1:\d+ answers\. A majority of the members has to run/,
      ),
    });
});

it('each way in which MongoDB cannot be used is one sentence with what to do, within five seconds', async () => {
  const uri = await freshDatabaseUri('mongodb');
  const { host, searchParams } = new URL(uri);
  const set = searchParams.get('replicaSet');
  const closed = await freePort();
  const server = await startClosedServer();
  const port = server.instanceInfo?.port;
  const silent = `MongoDB does not answer at 127.0.0.1:${closed}: connect ECONNREFUSED 127.0.0.1:${closed}. Start it, or correct the address.`;
  const noEntry = (said: string) =>
    `MongoDB does not let the user in DATABASE_URI in: ${said}. Correct user and password (percent-encoded), and authSource where the user is of another database.`;
  const start = performance.now();
  const said = await Promise.all(
    [
      `mongodb://127.0.0.1:${closed}/portal`,
      `mongodb://127.0.0.1:${closed}/portal?replicaSet=rs0`,
      'mongodb://invalid.portal.invalid:27017/portal?replicaSet=rs0',
      `mongodb://${host}/portal?replicaSet=other`,
      `mongodb://reader:wrong@127.0.0.1:${port}/portal`,
      `mongodb://127.0.0.1:${port}/portal`,
      `mongodb://reader:a%20password@127.0.0.1:${port}/portal`,
      `mongodb://writer:a%20password@127.0.0.1:${port}/portal`,
      `mongodb://127.0.0.1:${port}/portal?replica=rs0`,
    ].map(problem),
  );
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(said).toEqual([
    { mayPass: true, message: silent },
    { mayPass: true, message: silent },
    {
      mayPass: true,
      message: expect.stringMatching(
        /^MongoDB does not answer at invalid\.portal\.invalid:27017: getaddrinfo \w+ invalid\.portal\.invalid\. Start it, or correct the address\.$/,
      ),
    },
    {
      mayPass: true,
      message: `DATABASE_URI names the replica set other, and the server answers as ${set}. Correct replicaSet=, or the server.`,
    },
    { mayPass: false, message: noEntry('Authentication failed') },
    { mayPass: false, message: noEntry('command listCollections requires authentication') },
    {
      mayPass: false,
      message:
        'The user in DATABASE_URI may read the database portal, and not write to it. Give it the role readWrite on portal, or name another user.',
    },
    undefined,
    {
      mayPass: false,
      message:
        'DATABASE_URI is refused: option replica is not supported. Example: DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0',
    },
  ]);
});
