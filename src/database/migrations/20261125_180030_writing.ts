import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`CREATE TABLE \`portal_links\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`title\` text,
  	\`words\` text,
  	\`field\` text,
  	\`collection_slug\` text,
  	\`document\` text,
  	\`address\` text,
  	\`host\` text,
  	\`state\` text,
  	\`reason\` text,
  	\`since\` text,
  	\`checked_at\` text,
  	\`retry_at\` text
  );
  `)
  await db.run(sql`CREATE INDEX \`portal_links_document_idx\` ON \`portal_links\` (\`document\`);`)
  await db.run(sql`CREATE INDEX \`portal_links_address_idx\` ON \`portal_links\` (\`address\`);`)
  await db.run(sql`CREATE INDEX \`portal_links_host_idx\` ON \`portal_links\` (\`host\`);`)
  await db.run(sql`CREATE INDEX \`portal_links_state_idx\` ON \`portal_links\` (\`state\`);`)
  await db.run(sql`CREATE INDEX \`portal_links_reason_idx\` ON \`portal_links\` (\`reason\`);`)
  await db.run(sql`CREATE INDEX \`portal_links_checked_at_idx\` ON \`portal_links\` (\`checked_at\`);`)
  await db.run(sql`CREATE INDEX \`portal_links_retry_at_idx\` ON \`portal_links\` (\`retry_at\`);`)
  await db.run(sql`CREATE TABLE \`portal_findings\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`title\` text,
  	\`words\` text,
  	\`field\` text,
  	\`collection_slug\` text,
  	\`document\` text,
  	\`check\` text
  );
  `)
  await db.run(sql`CREATE INDEX \`portal_findings_document_idx\` ON \`portal_findings\` (\`document\`);`)
  await db.run(sql`CREATE INDEX \`portal_findings_check_idx\` ON \`portal_findings\` (\`check\`);`)
  await db.run(sql`CREATE TABLE \`payload_query_presets\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`title\` text NOT NULL,
  	\`is_shared\` integer DEFAULT false,
  	\`access_read_constraint\` text DEFAULT 'onlyMe',
  	\`access_update_constraint\` text DEFAULT 'onlyMe',
  	\`access_delete_constraint\` text DEFAULT 'onlyMe',
  	\`where\` text,
  	\`columns\` text,
  	\`group_by\` text,
  	\`related_collection\` text NOT NULL,
  	\`is_temp\` integer,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE INDEX \`payload_query_presets_updated_at_idx\` ON \`payload_query_presets\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`payload_query_presets_created_at_idx\` ON \`payload_query_presets\` (\`created_at\`);`)
  await db.run(sql`CREATE TABLE \`payload_query_presets_rels\` (
  	\`id\` integer PRIMARY KEY NOT NULL,
  	\`order\` integer,
  	\`parent_id\` integer NOT NULL,
  	\`path\` text NOT NULL,
  	\`users_id\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`payload_query_presets\`(\`id\`) ON UPDATE no action ON DELETE cascade,
  	FOREIGN KEY (\`users_id\`) REFERENCES \`users\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`payload_query_presets_rels_order_idx\` ON \`payload_query_presets_rels\` (\`order\`);`)
  await db.run(sql`CREATE INDEX \`payload_query_presets_rels_parent_idx\` ON \`payload_query_presets_rels\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`payload_query_presets_rels_path_idx\` ON \`payload_query_presets_rels\` (\`path\`);`)
  await db.run(sql`CREATE INDEX \`payload_query_presets_rels_users_id_idx\` ON \`payload_query_presets_rels\` (\`users_id\`);`)
  await db.run(sql`ALTER TABLE \`featured_sections\` ADD \`section_one_text_refers\` text;`)
  await db.run(sql`ALTER TABLE \`featured_sections\` ADD \`section_three_text_refers\` text;`)
  await db.run(sql`ALTER TABLE \`featured_sections\` ADD \`standing\` text;`)
  await db.run(sql`CREATE INDEX \`featured_sections_section_one_text_refers_idx\` ON \`featured_sections\` (\`section_one_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_section_three_text_refers_idx\` ON \`featured_sections\` (\`section_three_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_standing_idx\` ON \`featured_sections\` (\`standing\`);`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` ADD \`version_section_one_text_refers\` text;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` ADD \`version_section_three_text_refers\` text;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` ADD \`version_standing\` text;`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_section_one_text_re_idx\` ON \`_featured_sections_v\` (\`version_section_one_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_section_three_text__idx\` ON \`_featured_sections_v\` (\`version_section_three_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_standing_idx\` ON \`_featured_sections_v\` (\`version_standing\`);`)
  await db.run(sql`ALTER TABLE \`service_groups\` ADD \`standing\` text;`)
  await db.run(sql`CREATE INDEX \`service_groups_standing_idx\` ON \`service_groups\` (\`standing\`);`)
  await db.run(sql`ALTER TABLE \`_service_groups_v\` ADD \`version_standing\` text;`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_standing_idx\` ON \`_service_groups_v\` (\`version_standing\`);`)
  await db.run(sql`ALTER TABLE \`news_posts\` ADD \`content_refers\` text;`)
  await db.run(sql`ALTER TABLE \`news_posts\` ADD \`standing\` text;`)
  await db.run(sql`CREATE INDEX \`news_posts_content_refers_idx\` ON \`news_posts\` (\`content_refers\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_standing_idx\` ON \`news_posts\` (\`standing\`);`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` ADD \`version_content_refers\` text;`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` ADD \`version_standing\` text;`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_content_refers_idx\` ON \`_news_posts_v\` (\`version_content_refers\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_standing_idx\` ON \`_news_posts_v\` (\`version_standing\`);`)
  await db.run(sql`ALTER TABLE \`news_categories\` ADD \`standing\` text;`)
  await db.run(sql`CREATE INDEX \`news_categories_standing_idx\` ON \`news_categories\` (\`standing\`);`)
  await db.run(sql`ALTER TABLE \`_news_categories_v\` ADD \`version_standing\` text;`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_standing_idx\` ON \`_news_categories_v\` (\`version_standing\`);`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` ADD \`description_refers\` text;`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` ADD \`standing\` text;`)
  await db.run(sql`CREATE INDEX \`service_useful_links_description_refers_idx\` ON \`service_useful_links\` (\`description_refers\`);`)
  await db.run(sql`CREATE INDEX \`service_useful_links_standing_idx\` ON \`service_useful_links\` (\`standing\`);`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` ADD \`version_description_refers\` text;`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` ADD \`version_standing\` text;`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_description_refe_idx\` ON \`_service_useful_links_v\` (\`version_description_refers\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_standing_idx\` ON \`_service_useful_links_v\` (\`version_standing\`);`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`style_sheet\` text;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`featured_sections_address\` text;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`service_groups_address\` text;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`news_posts_address\` text;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`news_categories_address\` text;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`service_useful_links_address\` text;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_headings\` text DEFAULT 'warning';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_pictures\` text DEFAULT 'warning';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_link_texts\` text DEFAULT 'warning';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_letters\` text DEFAULT 'warning';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_title_length\` text DEFAULT 'warning';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_longest_title\` numeric;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_same_title\` text DEFAULT 'warning';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`checks_broken_links\` text DEFAULT 'warning';`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`DROP TABLE \`portal_links\`;`)
  await db.run(sql`DROP TABLE \`portal_findings\`;`)
  await db.run(sql`DROP TABLE \`payload_query_presets\`;`)
  await db.run(sql`DROP TABLE \`payload_query_presets_rels\`;`)
  await db.run(sql`DROP INDEX \`featured_sections_section_one_text_refers_idx\`;`)
  await db.run(sql`DROP INDEX \`featured_sections_section_three_text_refers_idx\`;`)
  await db.run(sql`DROP INDEX \`featured_sections_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`featured_sections\` DROP COLUMN \`section_one_text_refers\`;`)
  await db.run(sql`ALTER TABLE \`featured_sections\` DROP COLUMN \`section_three_text_refers\`;`)
  await db.run(sql`ALTER TABLE \`featured_sections\` DROP COLUMN \`standing\`;`)
  await db.run(sql`DROP INDEX \`_featured_sections_v_version_version_section_one_text_re_idx\`;`)
  await db.run(sql`DROP INDEX \`_featured_sections_v_version_version_section_three_text__idx\`;`)
  await db.run(sql`DROP INDEX \`_featured_sections_v_version_version_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` DROP COLUMN \`version_section_one_text_refers\`;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` DROP COLUMN \`version_section_three_text_refers\`;`)
  await db.run(sql`ALTER TABLE \`_featured_sections_v\` DROP COLUMN \`version_standing\`;`)
  await db.run(sql`DROP INDEX \`service_groups_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`service_groups\` DROP COLUMN \`standing\`;`)
  await db.run(sql`DROP INDEX \`_service_groups_v_version_version_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`_service_groups_v\` DROP COLUMN \`version_standing\`;`)
  await db.run(sql`DROP INDEX \`news_posts_content_refers_idx\`;`)
  await db.run(sql`DROP INDEX \`news_posts_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`news_posts\` DROP COLUMN \`content_refers\`;`)
  await db.run(sql`ALTER TABLE \`news_posts\` DROP COLUMN \`standing\`;`)
  await db.run(sql`DROP INDEX \`_news_posts_v_version_version_content_refers_idx\`;`)
  await db.run(sql`DROP INDEX \`_news_posts_v_version_version_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` DROP COLUMN \`version_content_refers\`;`)
  await db.run(sql`ALTER TABLE \`_news_posts_v\` DROP COLUMN \`version_standing\`;`)
  await db.run(sql`DROP INDEX \`news_categories_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`news_categories\` DROP COLUMN \`standing\`;`)
  await db.run(sql`DROP INDEX \`_news_categories_v_version_version_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`_news_categories_v\` DROP COLUMN \`version_standing\`;`)
  await db.run(sql`DROP INDEX \`service_useful_links_description_refers_idx\`;`)
  await db.run(sql`DROP INDEX \`service_useful_links_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` DROP COLUMN \`description_refers\`;`)
  await db.run(sql`ALTER TABLE \`service_useful_links\` DROP COLUMN \`standing\`;`)
  await db.run(sql`DROP INDEX \`_service_useful_links_v_version_version_description_refe_idx\`;`)
  await db.run(sql`DROP INDEX \`_service_useful_links_v_version_version_standing_idx\`;`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` DROP COLUMN \`version_description_refers\`;`)
  await db.run(sql`ALTER TABLE \`_service_useful_links_v\` DROP COLUMN \`version_standing\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`style_sheet\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`featured_sections_address\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`service_groups_address\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`news_posts_address\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`news_categories_address\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`service_useful_links_address\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_headings\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_pictures\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_link_texts\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_letters\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_title_length\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_longest_title\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_same_title\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_broken_links\`;`)
}
