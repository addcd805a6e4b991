import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { mongooseAdapter } from '@payloadcms/db-mongodb';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import express from 'express';
import { buildConfig, getPayload, handleEndpoints } from 'payload';
import { createHandler, lists, portalContent, portalReadModel } from 'payload-portal-content';
import { portalRouter } from 'payload-portal-content/express';

/**
 * An app of somebody else with the plugin in it: the lists and Payload's REST under Express, and on the categories a
 * hook of the host's own that fails, after the write and slowly, where the title says so.
 */

const { DATABASE_URI, HOST, PAYLOAD_SECRET, PORT, SERVER_URL, DATA_DIR } = process.env;

/** @type {import('payload').Plugin} */
const failing = (config) => ({
  ...config,
  collections: config.collections.map((collection) =>
    collection.slug !== 'news-categories'
      ? collection
      : {
          ...collection,
          hooks: {
            ...collection.hooks,
            afterChange: [
              ...(collection.hooks?.afterChange ?? []),
              async ({ doc }) => {
                await sleep(20);
                if (doc.title.startsWith('Αποτυγχάνει')) throw new Error('a hook that fails after the write');
              },
            ],
          },
        },
  ),
});

const config = await buildConfig({
  secret: PAYLOAD_SECRET,
  serverURL: SERVER_URL,
  db: mongooseAdapter({ url: DATABASE_URI, ensureIndexes: true }),
  editor: lexicalEditor(),
  plugins: [portalContent({ media: { own: true, dir: DATA_DIR } }), failing],
  telemetry: false,
  typescript: { autoGenerate: false },
  logger: { options: { level: 'fatal' } },
});
const payload = await getPayload({ config });
const handler = createHandler({ readModel: await portalReadModel(payload), lists });

/** Payload's REST speaks in Fetch's requests and responses. */
async function rest(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers, originalUrl } = request;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const answer = await handleEndpoints({
    config,
    request: new Request(`${SERVER_URL}${originalUrl}`, { method, headers, body }),
  });
  response
    .status(answer.status)
    .set('Set-Cookie', answer.headers.getSetCookie())
    .end(await answer.text());
}

const app = express();
app.use(portalRouter(handler));
app.get('/readyz', (_request, response) => response.end());
app.use('/api', rest);
const server = createServer(app).listen(Number(PORT), HOST);
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => payload.destroy().then(() => process.exit(0)));
});
