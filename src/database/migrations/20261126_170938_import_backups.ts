import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`portal_import_runs\` ADD \`archive\` text;`)
  await db.run(sql`ALTER TABLE \`portal_import_runs\` ADD \`restore\` text;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`portal_import_runs\` DROP COLUMN \`archive\`;`)
  await db.run(sql`ALTER TABLE \`portal_import_runs\` DROP COLUMN \`restore\`;`)
}
