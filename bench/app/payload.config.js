import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig } from 'payload';
import { plugins } from './plugins.js';

/** A stock app, whose posts have the fields of the plugin's news posts. The benchmark builds it with the plugin and without. */

const [sidebar, drafts] = [{ position: 'sidebar' }, { versions: { drafts: true }, trash: true }];
const flag = (name) => ({ name, type: 'checkbox', admin: sidebar });

export default buildConfig({
  secret: 'a secret for the benchmark only',
  serverURL: process.env.SERVER_URL ?? 'http://127.0.0.1:3000',
  db: sqliteAdapter({ client: { url: process.env.DATABASE_URI ?? '' }, push: true, wal: true }),
  editor: lexicalEditor(),
  admin: { user: 'users', importMap: { baseDir: import.meta.dirname } },
  collections: [
    ...(plugins.length > 0 ? [] : [{ slug: 'users', auth: true, fields: [] }]),
    { slug: 'images', upload: true, admin: { useAsTitle: 'alt' }, fields: [{ name: 'alt', type: 'text' }] },
    {
      slug: 'categories',
      ...drafts,
      admin: { useAsTitle: 'title' },
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'posts',
      ...drafts,
      admin: { useAsTitle: 'title' },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'excerpt', type: 'textarea' },
        { name: 'content', type: 'richText' },
        { name: 'category', type: 'relationship', relationTo: 'categories', required: true },
        { name: 'related', type: 'relationship', relationTo: 'posts', hasMany: true },
        { name: 'post_image', type: 'upload', relationTo: 'images' },
        { name: 'post_thumbnail', type: 'upload', relationTo: 'images' },
        { name: 'created_timestamp', type: 'date', required: true, admin: sidebar },
        { name: 'modified_timestamp', type: 'text', admin: { ...sidebar, readOnly: true } },
        { name: 'author', type: 'number', required: true, admin: sidebar },
        { name: 'slug', type: 'text', required: true, admin: sidebar },
        ...['active', 'featured_post', 'listed', 'confirmed_translation', 'selected'].map(flag),
        { name: 'api_id', type: 'number', index: true, admin: { ...sidebar, readOnly: true } },
      ],
    },
  ],
  plugins,
  graphQL: { disable: true },
  telemetry: false,
  typescript: { autoGenerate: false },
});
