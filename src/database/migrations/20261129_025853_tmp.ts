import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`CREATE TABLE \`portal_second_factors\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`account\` text,
  	\`kept\` text,
  	\`since\` text
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`portal_second_factors_account_idx\` ON \`portal_second_factors\` (\`account\`);`)
  await db.run(sql`ALTER TABLE \`users\` ADD \`closed\` integer;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`DROP TABLE \`portal_second_factors\`;`)
  await db.run(sql`ALTER TABLE \`users\` DROP COLUMN \`closed\`;`)
}
