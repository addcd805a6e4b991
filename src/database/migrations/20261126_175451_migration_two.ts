import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`portal_import_runs\` ADD \`archive\` text;`)
  await db.run(sql`ALTER TABLE \`portal_import_runs\` ADD \`restore\` text;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`empty_first\` text DEFAULT '';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`featured_sections_records\` integer DEFAULT false;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`service_groups_records\` integer DEFAULT false;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`news_posts_records\` integer DEFAULT false;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`news_categories_records\` integer DEFAULT false;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`service_useful_links_records\` integer DEFAULT false;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`portal_import_runs\` DROP COLUMN \`archive\`;`)
  await db.run(sql`ALTER TABLE \`portal_import_runs\` DROP COLUMN \`restore\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`empty_first\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`featured_sections_records\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`service_groups_records\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`news_posts_records\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`news_categories_records\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`service_useful_links_records\`;`)
}
