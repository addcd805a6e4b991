import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`featured_sections\` ADD \`saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` ADD \`version_saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`service_groups\` ADD \`saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`_service_groups_v\` ADD \`version_saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`news_posts\` ADD \`saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` ADD \`version_saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`news_categories\` ADD \`saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`_news_categories_v\` ADD \`version_saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` ADD \`saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` ADD \`version_saved_by_form\` text;`)
  await db.run(sql`ALTER TABLE \`media\` ADD \`saved_by_form\` text;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`featured_sections\` DROP COLUMN \`saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` DROP COLUMN \`version_saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`service_groups\` DROP COLUMN \`saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`_service_groups_v\` DROP COLUMN \`version_saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`news_posts\` DROP COLUMN \`saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` DROP COLUMN \`version_saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`news_categories\` DROP COLUMN \`saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`_news_categories_v\` DROP COLUMN \`version_saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` DROP COLUMN \`saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` DROP COLUMN \`version_saved_by_form\`;`)
  await db.run(sql`ALTER TABLE \`media\` DROP COLUMN \`saved_by_form\`;`)
}
