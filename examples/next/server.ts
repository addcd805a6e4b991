import config from '@payload-config';
import express from 'express';
import next from 'next';
import { getPayload } from 'payload';
import { portalHandler } from 'payload-portal-content';
import { portalRouter } from 'payload-portal-content/express';

// In front of Next, the lists have exactly the headers of the contract.
const payload = await getPayload({ config, cron: true });
const site = next({ dev: false });
await site.prepare();

const app = express();
app.use(portalRouter(await portalHandler(payload)));
app.use((request, response) => site.getRequestHandler()(request, response));
app.listen(Number(process.env.PORT ?? 3000));
