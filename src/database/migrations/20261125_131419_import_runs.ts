import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`CREATE TABLE \`portal_import_runs\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`began\` text,
  	\`ended\` text,
  	\`state\` text,
  	\`operator\` text,
  	\`folder\` text,
  	\`captured_at\` text,
  	\`plan\` text,
  	\`outcome\` text,
  	\`captures\` text,
  	\`undone_at\` text,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE INDEX \`portal_import_runs_updated_at_idx\` ON \`portal_import_runs\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`portal_import_runs_created_at_idx\` ON \`portal_import_runs\` (\`created_at\`);`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`DROP TABLE \`portal_import_runs\`;`)
}
