import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`featured_sections\` ADD \`edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` ADD \`version_edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`service_groups\` ADD \`edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`_service_groups_v\` ADD \`version_edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`news_posts\` ADD \`edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` ADD \`version_edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`news_categories\` ADD \`edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`_news_categories_v\` ADD \`version_edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` ADD \`edited_by\` text;`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` ADD \`version_edited_by\` text;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`ALTER TABLE \`featured_sections\` DROP COLUMN \`edited_by\`;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` DROP COLUMN \`version_edited_by\`;`)
  await db.run(sql`ALTER TABLE \`service_groups\` DROP COLUMN \`edited_by\`;`)
  await db.run(sql`ALTER TABLE \`_service_groups_v\` DROP COLUMN \`version_edited_by\`;`)
  await db.run(sql`ALTER TABLE \`news_posts\` DROP COLUMN \`edited_by\`;`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` DROP COLUMN \`version_edited_by\`;`)
  await db.run(sql`ALTER TABLE \`news_categories\` DROP COLUMN \`edited_by\`;`)
  await db.run(sql`ALTER TABLE \`_news_categories_v\` DROP COLUMN \`version_edited_by\`;`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` DROP COLUMN \`edited_by\`;`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` DROP COLUMN \`version_edited_by\`;`)
}
