import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig } from 'payload';
import { lists, portalContent } from 'payload-portal-content';
import sharp from 'sharp';
import { Media } from './collections/Media';
import { Members } from './collections/Members';
import { Pages } from './collections/Pages';
import { databaseAdapter } from './database';
import { organizations } from './organizations';

const here = path.dirname(fileURLToPath(import.meta.url));

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  serverURL: process.env.SERVER_URL ?? 'http://localhost:3000',
  db: databaseAdapter(process.env.DATABASE_URI ?? 'file:./portal.db'),
  editor: lexicalEditor(),
  sharp,
  admin: { user: Members.slug, importMap: { baseDir: here } },
  collections: [Members, Media, Pages],
  localization: { locales: ['el', 'en'], defaultLocale: 'el', fallback: true },
  jobs: { autoRun: [{ cron: '* * * * *', allQueues: true }] },
  plugins: [
    portalContent({
      lists: [...lists, organizations],
      access: {
        isEditor: ({ req }) => req.user?.role === 'press',
        isAdmin: ({ req }) => req.user?.role === 'it',
      },
      author: ({ user }) => user?.employeeNumber,
      prefixes: ['/el/api/v1', '/api/v1'],
      records: true,
      admin: { timeZone: 'Europe/Athens' },
    }),
  ],
  typescript: { outputFile: path.resolve(here, 'payload-types.ts') },
});
