import { cp, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder } from './databases.ts';
import { ROOT } from './portal.ts';
import { requireBuild } from './requireBuild.ts';

/** The migration of the next version. */
export const NEXT_MIGRATION = '20990101_000000_nickname';

const MIGRATION = `
import { sql } from '@payloadcms/db-sqlite';
export async function up({ db }) {
  await db.run(sql\`ALTER TABLE news_categories ADD nickname text;\`);
  await db.run(sql\`ALTER TABLE _news_categories_v ADD version_nickname text;\`);
}
export async function down() {}
`;

const MIGRATIONS = `
import { migrations as before } from './before.js';
import * as nickname from './nickname.js';
export const migrations = [...before, { ...nickname, name: '${NEXT_MIGRATION}' }];
`;

/** It gives each category its title as its nickname; where \`INTERRUPTED\` is set, the first one alone. */
const VERSIONS = `
export const DATA_VERSION = { number: 2, since: '0.3.0' };
export const STEPS = {
  async 2({ db }) {
    const collection = 'news-categories';
    const where = { nickname: { exists: false } };
    const { docs } = await db.find({ collection, pagination: false, where, sort: 'api_id' });
    for (const { id, title, updatedAt } of docs) {
      await db.updateOne({ collection, id, data: { nickname: title, updatedAt }, returning: false });
      if (process.env.INTERRUPTED) throw new Error('interrupted');
    }
  },
};
`;

const FIELD = `collections: {
  'news-categories': { fields: ({ defaultFields }) => [...defaultFields, { name: 'nickname', type: 'text' }] },
},`;

/**
 * The program of a version that is made up, to come after this one: 0.3.0 with data version 2. Categories have one more column,
 * which a step fills.
 */
export async function nextVersion(): Promise<string[]> {
  requireBuild('dist');
  const folder = await freshFolder();
  const at = (...names: string[]) => join(folder, ...names);
  await cp(join(ROOT, 'dist'), at('dist'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), at('node_modules'));
  const about = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  await writeFile(at('package.json'), JSON.stringify({ ...about, version: '0.3.0' }));
  const migrations = at('dist/src/database/migrations');
  await rename(join(migrations, 'index.js'), join(migrations, 'before.js'));
  await writeFile(join(migrations, 'index.js'), MIGRATIONS);
  await writeFile(join(migrations, 'nickname.js'), MIGRATION);
  await writeFile(at('dist/src/database/dataVersions.js'), VERSIONS);
  const config = await readFile(at('dist/src/payload.config.js'), 'utf8');
  const changed = config.replace('portalContent({', `portalContent({ ${FIELD}`);
  if (changed === config) throw new Error('payload.config.js calls no portalContent({…}).');
  await writeFile(at('dist/src/payload.config.js'), changed);
  return ['--conditions=production', at('dist/src/cli.js')];
}
