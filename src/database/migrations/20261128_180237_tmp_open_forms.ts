import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`CREATE TABLE \`portal_open_forms\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`key\` text NOT NULL,
  	\`document\` text NOT NULL,
  	\`by\` text NOT NULL,
  	\`at\` text NOT NULL
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`portal_open_forms_key_idx\` ON \`portal_open_forms\` (\`key\`);`)
  await db.run(sql`CREATE INDEX \`portal_open_forms_document_idx\` ON \`portal_open_forms\` (\`document\`);`)
  await db.run(sql`CREATE INDEX \`portal_open_forms_at_idx\` ON \`portal_open_forms\` (\`at\`);`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`DROP TABLE \`portal_open_forms\`;`)
}
