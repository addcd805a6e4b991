import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`CREATE TABLE \`featured_sections_section_two_links\` (
  	\`_order\` integer NOT NULL,
  	\`_parent_id\` integer NOT NULL,
  	\`id\` text PRIMARY KEY NOT NULL,
  	\`text\` text,
  	\`link\` text,
  	\`rank\` numeric,
  	FOREIGN KEY (\`_parent_id\`) REFERENCES \`featured_sections\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`featured_sections_section_two_links_order_idx\` ON \`featured_sections_section_two_links\` (\`_order\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_section_two_links_parent_id_idx\` ON \`featured_sections_section_two_links\` (\`_parent_id\`);`)
  await db.run(sql`CREATE TABLE \`featured_sections\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`section_one_title\` text,
  	\`section_one_text\` text,
  	\`section_one_text_html\` text,
  	\`section_one_text_source\` text,
  	\`section_one_text_refers\` text,
  	\`section_two_title\` text,
  	\`section_three_text\` text,
  	\`section_three_text_html\` text,
  	\`section_three_text_source\` text,
  	\`section_three_text_refers\` text,
  	\`featured_image_id\` integer,
  	\`featured_image_last\` text,
  	\`featured_image_kept\` text,
  	\`position\` numeric,
  	\`source_key\` text,
  	\`edited_by\` text,
  	\`saved_by_form\` text,
  	\`sole_editor\` text,
  	\`words_digest\` text,
  	\`words_writer\` text,
  	\`words_seconded\` integer,
  	\`look_again_at\` text,
  	\`autosaved\` integer,
  	\`search_text\` text,
  	\`standing\` text,
  	\`active\` integer DEFAULT true,
  	\`selected\` integer DEFAULT false,
  	\`api_id\` numeric,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`deleted_at\` text,
  	\`_status\` text DEFAULT 'draft',
  	FOREIGN KEY (\`featured_image_id\`) REFERENCES \`media\`(\`id\`) ON UPDATE no action ON DELETE set null
  );
  `)
  await db.run(sql`CREATE INDEX \`featured_sections_section_one_text_refers_idx\` ON \`featured_sections\` (\`section_one_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_section_three_text_refers_idx\` ON \`featured_sections\` (\`section_three_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_featured_image_idx\` ON \`featured_sections\` (\`featured_image_id\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_source_key_idx\` ON \`featured_sections\` (\`source_key\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_standing_idx\` ON \`featured_sections\` (\`standing\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_api_id_idx\` ON \`featured_sections\` (\`api_id\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_updated_at_idx\` ON \`featured_sections\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_created_at_idx\` ON \`featured_sections\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`featured_sections_deleted_at_idx\` ON \`featured_sections\` (\`deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_status_updatedAt_createdAt_edited_by_look_again_at_idx\` ON \`featured_sections\` (\`_status\`,\`updated_at\`,\`created_at\`,\`edited_by\`,\`look_again_at\`);`)
  await db.run(sql`CREATE TABLE \`_featured_sections_v_version_section_two_links\` (
  	\`_order\` integer NOT NULL,
  	\`_parent_id\` integer NOT NULL,
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`text\` text,
  	\`link\` text,
  	\`rank\` numeric,
  	\`_uuid\` text,
  	FOREIGN KEY (\`_parent_id\`) REFERENCES \`_featured_sections_v\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_section_two_links_order_idx\` ON \`_featured_sections_v_version_section_two_links\` (\`_order\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_section_two_links_parent_id_idx\` ON \`_featured_sections_v_version_section_two_links\` (\`_parent_id\`);`)
  await db.run(sql`CREATE TABLE \`_featured_sections_v\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`parent_id\` integer,
  	\`version_section_one_title\` text,
  	\`version_section_one_text\` text,
  	\`version_section_one_text_html\` text,
  	\`version_section_one_text_source\` text,
  	\`version_section_one_text_refers\` text,
  	\`version_section_two_title\` text,
  	\`version_section_three_text\` text,
  	\`version_section_three_text_html\` text,
  	\`version_section_three_text_source\` text,
  	\`version_section_three_text_refers\` text,
  	\`version_featured_image_id\` integer,
  	\`version_featured_image_last\` text,
  	\`version_featured_image_kept\` text,
  	\`version_position\` numeric,
  	\`version_source_key\` text,
  	\`version_edited_by\` text,
  	\`version_saved_by_form\` text,
  	\`version_sole_editor\` text,
  	\`version_words_digest\` text,
  	\`version_words_writer\` text,
  	\`version_words_seconded\` integer,
  	\`version_look_again_at\` text,
  	\`version_autosaved\` integer,
  	\`version_search_text\` text,
  	\`version_standing\` text,
  	\`version_active\` integer DEFAULT true,
  	\`version_selected\` integer DEFAULT false,
  	\`version_api_id\` numeric,
  	\`version_updated_at\` text,
  	\`version_created_at\` text,
  	\`version_deleted_at\` text,
  	\`version__status\` text DEFAULT 'draft',
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`latest\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`featured_sections\`(\`id\`) ON UPDATE no action ON DELETE set null,
  	FOREIGN KEY (\`version_featured_image_id\`) REFERENCES \`media\`(\`id\`) ON UPDATE no action ON DELETE set null
  );
  `)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_parent_idx\` ON \`_featured_sections_v\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_section_one_text_re_idx\` ON \`_featured_sections_v\` (\`version_section_one_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_section_three_text__idx\` ON \`_featured_sections_v\` (\`version_section_three_text_refers\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_featured_image_idx\` ON \`_featured_sections_v\` (\`version_featured_image_id\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_source_key_idx\` ON \`_featured_sections_v\` (\`version_source_key\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_standing_idx\` ON \`_featured_sections_v\` (\`version_standing\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_api_id_idx\` ON \`_featured_sections_v\` (\`version_api_id\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_updated_at_idx\` ON \`_featured_sections_v\` (\`version_updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_created_at_idx\` ON \`_featured_sections_v\` (\`version_created_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_version_version_deleted_at_idx\` ON \`_featured_sections_v\` (\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_created_at_idx\` ON \`_featured_sections_v\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_updated_at_idx\` ON \`_featured_sections_v\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_latest_idx\` ON \`_featured_sections_v\` (\`latest\`);`)
  await db.run(sql`CREATE INDEX \`compound_index_idx\` ON \`_featured_sections_v\` (\`version__status\`,\`version_updated_at\`,\`version_created_at\`,\`version_edited_by\`,\`version_look_again_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_newest_createdat_idx\` ON \`_featured_sections_v\` (\`latest\`,\`version_created_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_newest_section_one_title_idx\` ON \`_featured_sections_v\` (\`latest\`,\`version_section_one_title\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_newest_updatedat_idx\` ON \`_featured_sections_v\` (\`latest\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_newest_api_id_idx\` ON \`_featured_sections_v\` (\`latest\`,\`version_api_id\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_newest_status_idx\` ON \`_featured_sections_v\` (\`latest\`,\`version__status\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`,\`version_words_writer\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_newest_standing_idx\` ON \`_featured_sections_v\` (\`latest\`,\`version_standing\`,\`version_created_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_featured_sections_v_newest_of_idx\` ON \`_featured_sections_v\` (\`parent_id\`,\`latest\`);`)
  await db.run(sql`CREATE TABLE \`service_groups\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`title\` text,
  	\`description\` text,
  	\`url\` text,
  	\`order\` numeric DEFAULT 0,
  	\`position\` numeric,
  	\`source_key\` text,
  	\`edited_by\` text,
  	\`saved_by_form\` text,
  	\`sole_editor\` text,
  	\`words_digest\` text,
  	\`words_writer\` text,
  	\`words_seconded\` integer,
  	\`look_again_at\` text,
  	\`autosaved\` integer,
  	\`search_text\` text,
  	\`standing\` text,
  	\`slug\` text,
  	\`confirmed_translation\` integer DEFAULT false,
  	\`selected\` integer DEFAULT false,
  	\`api_id\` numeric,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`deleted_at\` text,
  	\`_status\` text DEFAULT 'draft'
  );
  `)
  await db.run(sql`CREATE INDEX \`service_groups_source_key_idx\` ON \`service_groups\` (\`source_key\`);`)
  await db.run(sql`CREATE INDEX \`service_groups_standing_idx\` ON \`service_groups\` (\`standing\`);`)
  await db.run(sql`CREATE INDEX \`service_groups_slug_idx\` ON \`service_groups\` (\`slug\`);`)
  await db.run(sql`CREATE INDEX \`service_groups_api_id_idx\` ON \`service_groups\` (\`api_id\`);`)
  await db.run(sql`CREATE INDEX \`service_groups_updated_at_idx\` ON \`service_groups\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`service_groups_created_at_idx\` ON \`service_groups\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`service_groups_deleted_at_idx\` ON \`service_groups\` (\`deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_status_updatedAt_createdAt_edited_by_look_again_at_1_idx\` ON \`service_groups\` (\`_status\`,\`updated_at\`,\`created_at\`,\`edited_by\`,\`look_again_at\`);`)
  await db.run(sql`CREATE TABLE \`_service_groups_v\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`parent_id\` integer,
  	\`version_title\` text,
  	\`version_description\` text,
  	\`version_url\` text,
  	\`version_order\` numeric DEFAULT 0,
  	\`version_position\` numeric,
  	\`version_source_key\` text,
  	\`version_edited_by\` text,
  	\`version_saved_by_form\` text,
  	\`version_sole_editor\` text,
  	\`version_words_digest\` text,
  	\`version_words_writer\` text,
  	\`version_words_seconded\` integer,
  	\`version_look_again_at\` text,
  	\`version_autosaved\` integer,
  	\`version_search_text\` text,
  	\`version_standing\` text,
  	\`version_slug\` text,
  	\`version_confirmed_translation\` integer DEFAULT false,
  	\`version_selected\` integer DEFAULT false,
  	\`version_api_id\` numeric,
  	\`version_updated_at\` text,
  	\`version_created_at\` text,
  	\`version_deleted_at\` text,
  	\`version__status\` text DEFAULT 'draft',
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`latest\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`service_groups\`(\`id\`) ON UPDATE no action ON DELETE set null
  );
  `)
  await db.run(sql`CREATE INDEX \`_service_groups_v_parent_idx\` ON \`_service_groups_v\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_source_key_idx\` ON \`_service_groups_v\` (\`version_source_key\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_standing_idx\` ON \`_service_groups_v\` (\`version_standing\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_slug_idx\` ON \`_service_groups_v\` (\`version_slug\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_api_id_idx\` ON \`_service_groups_v\` (\`version_api_id\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_updated_at_idx\` ON \`_service_groups_v\` (\`version_updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_created_at_idx\` ON \`_service_groups_v\` (\`version_created_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_version_version_deleted_at_idx\` ON \`_service_groups_v\` (\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_created_at_idx\` ON \`_service_groups_v\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_updated_at_idx\` ON \`_service_groups_v\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_latest_idx\` ON \`_service_groups_v\` (\`latest\`);`)
  await db.run(sql`CREATE INDEX \`compound_index_1_idx\` ON \`_service_groups_v\` (\`version__status\`,\`version_updated_at\`,\`version_created_at\`,\`version_edited_by\`,\`version_look_again_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_newest_order_idx\` ON \`_service_groups_v\` (\`latest\`,\`version_order\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_newest_title_idx\` ON \`_service_groups_v\` (\`latest\`,\`version_title\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_newest_updatedat_idx\` ON \`_service_groups_v\` (\`latest\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_newest_api_id_idx\` ON \`_service_groups_v\` (\`latest\`,\`version_api_id\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_newest_status_idx\` ON \`_service_groups_v\` (\`latest\`,\`version__status\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`,\`version_words_writer\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_newest_standing_idx\` ON \`_service_groups_v\` (\`latest\`,\`version_standing\`,\`version_order\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_groups_v_newest_of_idx\` ON \`_service_groups_v\` (\`parent_id\`,\`latest\`);`)
  await db.run(sql`CREATE TABLE \`news_posts\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`title\` text,
  	\`excerpt\` text,
  	\`content\` text,
  	\`content_html\` text,
  	\`content_source\` text,
  	\`content_refers\` text,
  	\`category_id\` integer,
  	\`category_last\` text,
  	\`post_image_id\` integer,
  	\`post_image_last\` text,
  	\`post_image_kept\` text,
  	\`post_thumbnail_id\` integer,
  	\`post_thumbnail_last\` text,
  	\`post_thumbnail_kept\` text,
  	\`files\` text,
  	\`created_timestamp\` text,
  	\`created_timestamp_exact\` text,
  	\`position\` numeric,
  	\`source_key\` text,
  	\`edited_by\` text,
  	\`saved_by_form\` text,
  	\`sole_editor\` text,
  	\`words_digest\` text,
  	\`words_writer\` text,
  	\`words_seconded\` integer,
  	\`look_again_at\` text,
  	\`autosaved\` integer,
  	\`search_text\` text,
  	\`standing\` text,
  	\`modified_timestamp\` text,
  	\`author\` numeric,
  	\`slug\` text,
  	\`active\` integer DEFAULT true,
  	\`featured_post\` integer DEFAULT false,
  	\`listed\` integer DEFAULT true,
  	\`confirmed_translation\` integer DEFAULT false,
  	\`selected\` integer DEFAULT false,
  	\`api_id\` numeric,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`deleted_at\` text,
  	\`_status\` text DEFAULT 'draft',
  	FOREIGN KEY (\`category_id\`) REFERENCES \`news_categories\`(\`id\`) ON UPDATE no action ON DELETE set null,
  	FOREIGN KEY (\`post_image_id\`) REFERENCES \`media\`(\`id\`) ON UPDATE no action ON DELETE set null,
  	FOREIGN KEY (\`post_thumbnail_id\`) REFERENCES \`media\`(\`id\`) ON UPDATE no action ON DELETE set null
  );
  `)
  await db.run(sql`CREATE INDEX \`news_posts_content_refers_idx\` ON \`news_posts\` (\`content_refers\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_category_idx\` ON \`news_posts\` (\`category_id\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_post_image_idx\` ON \`news_posts\` (\`post_image_id\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_post_thumbnail_idx\` ON \`news_posts\` (\`post_thumbnail_id\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_source_key_idx\` ON \`news_posts\` (\`source_key\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_standing_idx\` ON \`news_posts\` (\`standing\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_slug_idx\` ON \`news_posts\` (\`slug\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_api_id_idx\` ON \`news_posts\` (\`api_id\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_updated_at_idx\` ON \`news_posts\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_created_at_idx\` ON \`news_posts\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_deleted_at_idx\` ON \`news_posts\` (\`deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_status_updatedAt_createdAt_edited_by_look_again_at_2_idx\` ON \`news_posts\` (\`_status\`,\`updated_at\`,\`created_at\`,\`edited_by\`,\`look_again_at\`);`)
  await db.run(sql`CREATE TABLE \`news_posts_rels\` (
  	\`id\` integer PRIMARY KEY NOT NULL,
  	\`order\` integer,
  	\`parent_id\` integer NOT NULL,
  	\`path\` text NOT NULL,
  	\`news_posts_id\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`news_posts\`(\`id\`) ON UPDATE no action ON DELETE cascade,
  	FOREIGN KEY (\`news_posts_id\`) REFERENCES \`news_posts\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`news_posts_rels_order_idx\` ON \`news_posts_rels\` (\`order\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_rels_parent_idx\` ON \`news_posts_rels\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_rels_path_idx\` ON \`news_posts_rels\` (\`path\`);`)
  await db.run(sql`CREATE INDEX \`news_posts_rels_news_posts_id_idx\` ON \`news_posts_rels\` (\`news_posts_id\`);`)
  await db.run(sql`CREATE TABLE \`_news_posts_v\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`parent_id\` integer,
  	\`version_title\` text,
  	\`version_excerpt\` text,
  	\`version_content\` text,
  	\`version_content_html\` text,
  	\`version_content_source\` text,
  	\`version_content_refers\` text,
  	\`version_category_id\` integer,
  	\`version_category_last\` text,
  	\`version_post_image_id\` integer,
  	\`version_post_image_last\` text,
  	\`version_post_image_kept\` text,
  	\`version_post_thumbnail_id\` integer,
  	\`version_post_thumbnail_last\` text,
  	\`version_post_thumbnail_kept\` text,
  	\`version_files\` text,
  	\`version_created_timestamp\` text,
  	\`version_created_timestamp_exact\` text,
  	\`version_position\` numeric,
  	\`version_source_key\` text,
  	\`version_edited_by\` text,
  	\`version_saved_by_form\` text,
  	\`version_sole_editor\` text,
  	\`version_words_digest\` text,
  	\`version_words_writer\` text,
  	\`version_words_seconded\` integer,
  	\`version_look_again_at\` text,
  	\`version_autosaved\` integer,
  	\`version_search_text\` text,
  	\`version_standing\` text,
  	\`version_modified_timestamp\` text,
  	\`version_author\` numeric,
  	\`version_slug\` text,
  	\`version_active\` integer DEFAULT true,
  	\`version_featured_post\` integer DEFAULT false,
  	\`version_listed\` integer DEFAULT true,
  	\`version_confirmed_translation\` integer DEFAULT false,
  	\`version_selected\` integer DEFAULT false,
  	\`version_api_id\` numeric,
  	\`version_updated_at\` text,
  	\`version_created_at\` text,
  	\`version_deleted_at\` text,
  	\`version__status\` text DEFAULT 'draft',
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`latest\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`news_posts\`(\`id\`) ON UPDATE no action ON DELETE set null,
  	FOREIGN KEY (\`version_category_id\`) REFERENCES \`news_categories\`(\`id\`) ON UPDATE no action ON DELETE set null,
  	FOREIGN KEY (\`version_post_image_id\`) REFERENCES \`media\`(\`id\`) ON UPDATE no action ON DELETE set null,
  	FOREIGN KEY (\`version_post_thumbnail_id\`) REFERENCES \`media\`(\`id\`) ON UPDATE no action ON DELETE set null
  );
  `)
  await db.run(sql`CREATE INDEX \`_news_posts_v_parent_idx\` ON \`_news_posts_v\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_content_refers_idx\` ON \`_news_posts_v\` (\`version_content_refers\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_category_idx\` ON \`_news_posts_v\` (\`version_category_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_post_image_idx\` ON \`_news_posts_v\` (\`version_post_image_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_post_thumbnail_idx\` ON \`_news_posts_v\` (\`version_post_thumbnail_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_source_key_idx\` ON \`_news_posts_v\` (\`version_source_key\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_standing_idx\` ON \`_news_posts_v\` (\`version_standing\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_slug_idx\` ON \`_news_posts_v\` (\`version_slug\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_api_id_idx\` ON \`_news_posts_v\` (\`version_api_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_updated_at_idx\` ON \`_news_posts_v\` (\`version_updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_created_at_idx\` ON \`_news_posts_v\` (\`version_created_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_version_version_deleted_at_idx\` ON \`_news_posts_v\` (\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_created_at_idx\` ON \`_news_posts_v\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_updated_at_idx\` ON \`_news_posts_v\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_latest_idx\` ON \`_news_posts_v\` (\`latest\`);`)
  await db.run(sql`CREATE INDEX \`compound_index_2_idx\` ON \`_news_posts_v\` (\`version__status\`,\`version_updated_at\`,\`version_created_at\`,\`version_edited_by\`,\`version_look_again_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_newest_created_timestamp_idx\` ON \`_news_posts_v\` (\`latest\`,\`version_created_timestamp\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_newest_title_idx\` ON \`_news_posts_v\` (\`latest\`,\`version_title\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_newest_updatedat_idx\` ON \`_news_posts_v\` (\`latest\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_newest_api_id_idx\` ON \`_news_posts_v\` (\`latest\`,\`version_api_id\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_newest_status_idx\` ON \`_news_posts_v\` (\`latest\`,\`version__status\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`,\`version_words_writer\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_newest_standing_idx\` ON \`_news_posts_v\` (\`latest\`,\`version_standing\`,\`version_created_timestamp\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_newest_of_idx\` ON \`_news_posts_v\` (\`parent_id\`,\`latest\`);`)
  await db.run(sql`CREATE TABLE \`_news_posts_v_rels\` (
  	\`id\` integer PRIMARY KEY NOT NULL,
  	\`order\` integer,
  	\`parent_id\` integer NOT NULL,
  	\`path\` text NOT NULL,
  	\`news_posts_id\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`_news_posts_v\`(\`id\`) ON UPDATE no action ON DELETE cascade,
  	FOREIGN KEY (\`news_posts_id\`) REFERENCES \`news_posts\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`_news_posts_v_rels_order_idx\` ON \`_news_posts_v_rels\` (\`order\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_rels_parent_idx\` ON \`_news_posts_v_rels\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_rels_path_idx\` ON \`_news_posts_v_rels\` (\`path\`);`)
  await db.run(sql`CREATE INDEX \`_news_posts_v_rels_news_posts_id_idx\` ON \`_news_posts_v_rels\` (\`news_posts_id\`);`)
  await db.run(sql`CREATE TABLE \`news_categories\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`title\` text,
  	\`position\` numeric,
  	\`source_key\` text,
  	\`edited_by\` text,
  	\`saved_by_form\` text,
  	\`sole_editor\` text,
  	\`words_digest\` text,
  	\`words_writer\` text,
  	\`words_seconded\` integer,
  	\`look_again_at\` text,
  	\`autosaved\` integer,
  	\`search_text\` text,
  	\`standing\` text,
  	\`slug\` text,
  	\`listed\` integer DEFAULT true,
  	\`selected\` integer DEFAULT false,
  	\`api_id\` numeric,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`deleted_at\` text,
  	\`_status\` text DEFAULT 'draft'
  );
  `)
  await db.run(sql`CREATE INDEX \`news_categories_source_key_idx\` ON \`news_categories\` (\`source_key\`);`)
  await db.run(sql`CREATE INDEX \`news_categories_standing_idx\` ON \`news_categories\` (\`standing\`);`)
  await db.run(sql`CREATE INDEX \`news_categories_slug_idx\` ON \`news_categories\` (\`slug\`);`)
  await db.run(sql`CREATE INDEX \`news_categories_api_id_idx\` ON \`news_categories\` (\`api_id\`);`)
  await db.run(sql`CREATE INDEX \`news_categories_updated_at_idx\` ON \`news_categories\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`news_categories_created_at_idx\` ON \`news_categories\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`news_categories_deleted_at_idx\` ON \`news_categories\` (\`deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_status_updatedAt_createdAt_edited_by_look_again_at_3_idx\` ON \`news_categories\` (\`_status\`,\`updated_at\`,\`created_at\`,\`edited_by\`,\`look_again_at\`);`)
  await db.run(sql`CREATE TABLE \`_news_categories_v\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`parent_id\` integer,
  	\`version_title\` text,
  	\`version_position\` numeric,
  	\`version_source_key\` text,
  	\`version_edited_by\` text,
  	\`version_saved_by_form\` text,
  	\`version_sole_editor\` text,
  	\`version_words_digest\` text,
  	\`version_words_writer\` text,
  	\`version_words_seconded\` integer,
  	\`version_look_again_at\` text,
  	\`version_autosaved\` integer,
  	\`version_search_text\` text,
  	\`version_standing\` text,
  	\`version_slug\` text,
  	\`version_listed\` integer DEFAULT true,
  	\`version_selected\` integer DEFAULT false,
  	\`version_api_id\` numeric,
  	\`version_updated_at\` text,
  	\`version_created_at\` text,
  	\`version_deleted_at\` text,
  	\`version__status\` text DEFAULT 'draft',
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`latest\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`news_categories\`(\`id\`) ON UPDATE no action ON DELETE set null
  );
  `)
  await db.run(sql`CREATE INDEX \`_news_categories_v_parent_idx\` ON \`_news_categories_v\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_source_key_idx\` ON \`_news_categories_v\` (\`version_source_key\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_standing_idx\` ON \`_news_categories_v\` (\`version_standing\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_slug_idx\` ON \`_news_categories_v\` (\`version_slug\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_api_id_idx\` ON \`_news_categories_v\` (\`version_api_id\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_updated_at_idx\` ON \`_news_categories_v\` (\`version_updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_created_at_idx\` ON \`_news_categories_v\` (\`version_created_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_version_version_deleted_at_idx\` ON \`_news_categories_v\` (\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_created_at_idx\` ON \`_news_categories_v\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_updated_at_idx\` ON \`_news_categories_v\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_latest_idx\` ON \`_news_categories_v\` (\`latest\`);`)
  await db.run(sql`CREATE INDEX \`compound_index_3_idx\` ON \`_news_categories_v\` (\`version__status\`,\`version_updated_at\`,\`version_created_at\`,\`version_edited_by\`,\`version_look_again_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_newest_title_idx\` ON \`_news_categories_v\` (\`latest\`,\`version_title\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_newest_updatedat_idx\` ON \`_news_categories_v\` (\`latest\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_newest_api_id_idx\` ON \`_news_categories_v\` (\`latest\`,\`version_api_id\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_newest_status_idx\` ON \`_news_categories_v\` (\`latest\`,\`version__status\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`,\`version_words_writer\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_newest_standing_idx\` ON \`_news_categories_v\` (\`latest\`,\`version_standing\`,\`version_title\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_news_categories_v_newest_of_idx\` ON \`_news_categories_v\` (\`parent_id\`,\`latest\`);`)
  await db.run(sql`CREATE TABLE \`service_useful_links\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`title\` text,
  	\`url\` text,
  	\`description\` text,
  	\`description_html\` text,
  	\`description_source\` text,
  	\`description_refers\` text,
  	\`service\` numeric,
  	\`position\` numeric,
  	\`source_key\` text,
  	\`edited_by\` text,
  	\`saved_by_form\` text,
  	\`sole_editor\` text,
  	\`words_digest\` text,
  	\`words_writer\` text,
  	\`words_seconded\` integer,
  	\`look_again_at\` text,
  	\`autosaved\` integer,
  	\`search_text\` text,
  	\`standing\` text,
  	\`slug\` text,
  	\`confirmed_translation\` integer DEFAULT false,
  	\`selected\` integer DEFAULT false,
  	\`api_id\` numeric,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`deleted_at\` text,
  	\`_status\` text DEFAULT 'draft'
  );
  `)
  await db.run(sql`CREATE INDEX \`service_useful_links_description_refers_idx\` ON \`service_useful_links\` (\`description_refers\`);`)
  await db.run(sql`CREATE INDEX \`service_useful_links_source_key_idx\` ON \`service_useful_links\` (\`source_key\`);`)
  await db.run(sql`CREATE INDEX \`service_useful_links_standing_idx\` ON \`service_useful_links\` (\`standing\`);`)
  await db.run(sql`CREATE INDEX \`service_useful_links_api_id_idx\` ON \`service_useful_links\` (\`api_id\`);`)
  await db.run(sql`CREATE INDEX \`service_useful_links_updated_at_idx\` ON \`service_useful_links\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`service_useful_links_created_at_idx\` ON \`service_useful_links\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`service_useful_links_deleted_at_idx\` ON \`service_useful_links\` (\`deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_status_updatedAt_createdAt_edited_by_look_again_at_4_idx\` ON \`service_useful_links\` (\`_status\`,\`updated_at\`,\`created_at\`,\`edited_by\`,\`look_again_at\`);`)
  await db.run(sql`CREATE TABLE \`_service_useful_links_v\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`parent_id\` integer,
  	\`version_title\` text,
  	\`version_url\` text,
  	\`version_description\` text,
  	\`version_description_html\` text,
  	\`version_description_source\` text,
  	\`version_description_refers\` text,
  	\`version_service\` numeric,
  	\`version_position\` numeric,
  	\`version_source_key\` text,
  	\`version_edited_by\` text,
  	\`version_saved_by_form\` text,
  	\`version_sole_editor\` text,
  	\`version_words_digest\` text,
  	\`version_words_writer\` text,
  	\`version_words_seconded\` integer,
  	\`version_look_again_at\` text,
  	\`version_autosaved\` integer,
  	\`version_search_text\` text,
  	\`version_standing\` text,
  	\`version_slug\` text,
  	\`version_confirmed_translation\` integer DEFAULT false,
  	\`version_selected\` integer DEFAULT false,
  	\`version_api_id\` numeric,
  	\`version_updated_at\` text,
  	\`version_created_at\` text,
  	\`version_deleted_at\` text,
  	\`version__status\` text DEFAULT 'draft',
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`latest\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`service_useful_links\`(\`id\`) ON UPDATE no action ON DELETE set null
  );
  `)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_parent_idx\` ON \`_service_useful_links_v\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_description_refe_idx\` ON \`_service_useful_links_v\` (\`version_description_refers\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_source_key_idx\` ON \`_service_useful_links_v\` (\`version_source_key\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_standing_idx\` ON \`_service_useful_links_v\` (\`version_standing\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_api_id_idx\` ON \`_service_useful_links_v\` (\`version_api_id\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_updated_at_idx\` ON \`_service_useful_links_v\` (\`version_updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_created_at_idx\` ON \`_service_useful_links_v\` (\`version_created_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_version_version_deleted_at_idx\` ON \`_service_useful_links_v\` (\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_created_at_idx\` ON \`_service_useful_links_v\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_updated_at_idx\` ON \`_service_useful_links_v\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_latest_idx\` ON \`_service_useful_links_v\` (\`latest\`);`)
  await db.run(sql`CREATE INDEX \`compound_index_4_idx\` ON \`_service_useful_links_v\` (\`version__status\`,\`version_updated_at\`,\`version_created_at\`,\`version_edited_by\`,\`version_look_again_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_newest_createdat_idx\` ON \`_service_useful_links_v\` (\`latest\`,\`version_created_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_newest_title_idx\` ON \`_service_useful_links_v\` (\`latest\`,\`version_title\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_newest_updatedat_idx\` ON \`_service_useful_links_v\` (\`latest\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_newest_api_id_idx\` ON \`_service_useful_links_v\` (\`latest\`,\`version_api_id\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_newest_status_idx\` ON \`_service_useful_links_v\` (\`latest\`,\`version__status\`,\`version_updated_at\`,\`created_at\`,\`version_deleted_at\`,\`version_words_writer\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_newest_standing_idx\` ON \`_service_useful_links_v\` (\`latest\`,\`version_standing\`,\`version_created_at\`,\`created_at\`,\`version_deleted_at\`);`)
  await db.run(sql`CREATE INDEX \`_service_useful_links_v_newest_of_idx\` ON \`_service_useful_links_v\` (\`parent_id\`,\`latest\`);`)
  await db.run(sql`CREATE TABLE \`media\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`alt\` text,
  	\`legacy_url\` text,
  	\`file_key\` text,
  	\`saved_by_form\` text,
  	\`search_text\` text,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`deleted_at\` text,
  	\`url\` text,
  	\`thumbnail_u_r_l\` text,
  	\`filename\` text,
  	\`mime_type\` text,
  	\`filesize\` numeric,
  	\`width\` numeric,
  	\`height\` numeric,
  	\`focal_x\` numeric,
  	\`focal_y\` numeric,
  	\`sizes_small_url\` text,
  	\`sizes_small_width\` numeric,
  	\`sizes_small_height\` numeric,
  	\`sizes_small_mime_type\` text,
  	\`sizes_small_filesize\` numeric,
  	\`sizes_small_filename\` text,
  	\`sizes_large_url\` text,
  	\`sizes_large_width\` numeric,
  	\`sizes_large_height\` numeric,
  	\`sizes_large_mime_type\` text,
  	\`sizes_large_filesize\` numeric,
  	\`sizes_large_filename\` text
  );
  `)
  await db.run(sql`CREATE INDEX \`media_updated_at_idx\` ON \`media\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`media_created_at_idx\` ON \`media\` (\`created_at\`);`)
  await db.run(sql`CREATE INDEX \`media_deleted_at_idx\` ON \`media\` (\`deleted_at\`);`)
  await db.run(sql`CREATE UNIQUE INDEX \`media_filename_idx\` ON \`media\` (\`filename\`);`)
  await db.run(sql`CREATE INDEX \`media_sizes_small_sizes_small_filename_idx\` ON \`media\` (\`sizes_small_filename\`);`)
  await db.run(sql`CREATE INDEX \`media_sizes_large_sizes_large_filename_idx\` ON \`media\` (\`sizes_large_filename\`);`)
  await db.run(sql`CREATE TABLE \`users_roles\` (
  	\`order\` integer NOT NULL,
  	\`parent_id\` integer NOT NULL,
  	\`value\` text,
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`users\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`users_roles_order_idx\` ON \`users_roles\` (\`order\`);`)
  await db.run(sql`CREATE INDEX \`users_roles_parent_idx\` ON \`users_roles\` (\`parent_id\`);`)
  await db.run(sql`CREATE TABLE \`users_sessions\` (
  	\`_order\` integer NOT NULL,
  	\`_parent_id\` integer NOT NULL,
  	\`id\` text PRIMARY KEY NOT NULL,
  	\`created_at\` text,
  	\`expires_at\` text NOT NULL,
  	FOREIGN KEY (\`_parent_id\`) REFERENCES \`users\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`users_sessions_order_idx\` ON \`users_sessions\` (\`_order\`);`)
  await db.run(sql`CREATE INDEX \`users_sessions_parent_id_idx\` ON \`users_sessions\` (\`_parent_id\`);`)
  await db.run(sql`CREATE TABLE \`users\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`name\` text,
  	\`author_id\` numeric,
  	\`notices\` integer DEFAULT true,
  	\`language\` text DEFAULT 'el',
  	\`closed\` integer DEFAULT false,
  	\`oidc_identity\` text,
  	\`edited_by\` text,
  	\`saved_by_form\` text,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`enable_a_p_i_key\` integer,
  	\`api_key\` text,
  	\`api_key_index\` text,
  	\`email\` text NOT NULL,
  	\`reset_password_token\` text,
  	\`reset_password_expiration\` text,
  	\`salt\` text,
  	\`hash\` text,
  	\`reset_password_requested_at\` text
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`users_oidc_identity_idx\` ON \`users\` (\`oidc_identity\`);`)
  await db.run(sql`CREATE INDEX \`users_updated_at_idx\` ON \`users\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`users_created_at_idx\` ON \`users\` (\`created_at\`);`)
  await db.run(sql`CREATE UNIQUE INDEX \`users_email_idx\` ON \`users\` (\`email\`);`)
  await db.run(sql`CREATE TABLE \`portal_import_runs\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`began\` text,
  	\`ended\` text,
  	\`state\` text,
  	\`operator\` text,
  	\`folder\` text,
  	\`captured_at\` text,
  	\`plan\` text,
  	\`archive\` text,
  	\`restore\` text,
  	\`outcome\` text,
  	\`captures\` text,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE INDEX \`portal_import_runs_updated_at_idx\` ON \`portal_import_runs\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`portal_import_runs_created_at_idx\` ON \`portal_import_runs\` (\`created_at\`);`)
  await db.run(sql`CREATE TABLE \`portal_audit_log\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`at\` text,
  	\`action\` text,
  	\`title\` text,
  	\`who\` text,
  	\`writer\` text,
  	\`fields\` text,
  	\`note\` text,
  	\`address\` text,
  	\`version\` text,
  	\`collection_slug\` text,
  	\`document\` text,
  	\`request\` text,
  	\`user_key\` text
  );
  `)
  await db.run(sql`CREATE INDEX \`portal_audit_log_at_idx\` ON \`portal_audit_log\` (\`at\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_action_idx\` ON \`portal_audit_log\` (\`action\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_who_idx\` ON \`portal_audit_log\` (\`who\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_address_idx\` ON \`portal_audit_log\` (\`address\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_document_idx\` ON \`portal_audit_log\` (\`document\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_request_idx\` ON \`portal_audit_log\` (\`request\`);`)
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
  await db.run(sql`CREATE TABLE \`portal_second_factors\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`account\` text,
  	\`kept\` text,
  	\`since\` text
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`portal_second_factors_account_idx\` ON \`portal_second_factors\` (\`account\`);`)
  await db.run(sql`CREATE TABLE \`portal_counters\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`key\` text NOT NULL,
  	\`value\` numeric NOT NULL,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`portal_counters_key_idx\` ON \`portal_counters\` (\`key\`);`)
  await db.run(sql`CREATE INDEX \`portal_counters_updated_at_idx\` ON \`portal_counters\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`portal_counters_created_at_idx\` ON \`portal_counters\` (\`created_at\`);`)
  await db.run(sql`CREATE TABLE \`portal_imports\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`key\` text NOT NULL,
  	\`fingerprint\` text NOT NULL,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`portal_imports_key_idx\` ON \`portal_imports\` (\`key\`);`)
  await db.run(sql`CREATE INDEX \`portal_imports_updated_at_idx\` ON \`portal_imports\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`portal_imports_created_at_idx\` ON \`portal_imports\` (\`created_at\`);`)
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
  await db.run(sql`CREATE TABLE \`portal_draft_links\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`collection_slug\` text,
  	\`document\` text,
  	\`title\` text,
  	\`made_by\` text,
  	\`maker\` text,
  	\`made_at\` text,
  	\`expires_at\` text,
  	\`revoked_at\` text,
  	\`revoked_by\` text,
  	\`opened\` numeric DEFAULT 0,
  	\`last_opened_at\` text
  );
  `)
  await db.run(sql`CREATE INDEX \`portal_draft_links_document_idx\` ON \`portal_draft_links\` (\`document\`);`)
  await db.run(sql`CREATE TABLE \`portal_reviews\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`key\` text,
  	\`collection_slug\` text,
  	\`document\` text,
  	\`state\` text,
  	\`requested_by\` text,
  	\`requested_by_key\` text,
  	\`requested_at\` text,
  	\`note\` text,
  	\`assignee\` text,
  	\`assignee_name\` text,
  	\`decided_by\` text,
  	\`decided_by_key\` text,
  	\`decided_at\` text,
  	\`reason\` text,
  	\`digest\` text,
  	\`urgent_by\` text,
  	\`urgent_at\` text,
  	\`urgent_reason\` text,
  	\`revision\` text
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`portal_reviews_key_idx\` ON \`portal_reviews\` (\`key\`);`)
  await db.run(sql`CREATE INDEX \`portal_reviews_state_idx\` ON \`portal_reviews\` (\`state\`);`)
  await db.run(sql`CREATE INDEX \`portal_reviews_requested_by_key_idx\` ON \`portal_reviews\` (\`requested_by_key\`);`)
  await db.run(sql`CREATE TABLE \`payload_kv\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`key\` text NOT NULL,
  	\`data\` text NOT NULL
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`payload_kv_key_idx\` ON \`payload_kv\` (\`key\`);`)
  await db.run(sql`CREATE TABLE \`payload_jobs_log\` (
  	\`_order\` integer NOT NULL,
  	\`_parent_id\` integer NOT NULL,
  	\`id\` text PRIMARY KEY NOT NULL,
  	\`executed_at\` text NOT NULL,
  	\`completed_at\` text NOT NULL,
  	\`task_slug\` text NOT NULL,
  	\`task_i_d\` text NOT NULL,
  	\`input\` text,
  	\`output\` text,
  	\`state\` text NOT NULL,
  	\`error\` text,
  	FOREIGN KEY (\`_parent_id\`) REFERENCES \`payload_jobs\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`payload_jobs_log_order_idx\` ON \`payload_jobs_log\` (\`_order\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_log_parent_id_idx\` ON \`payload_jobs_log\` (\`_parent_id\`);`)
  await db.run(sql`CREATE TABLE \`payload_jobs\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`input\` text,
  	\`completed_at\` text,
  	\`total_tried\` numeric DEFAULT 0,
  	\`has_error\` integer DEFAULT false,
  	\`error\` text,
  	\`task_slug\` text,
  	\`queue\` text DEFAULT 'default',
  	\`wait_until\` text,
  	\`processing\` integer DEFAULT false,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE INDEX \`payload_jobs_completed_at_idx\` ON \`payload_jobs\` (\`completed_at\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_total_tried_idx\` ON \`payload_jobs\` (\`total_tried\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_has_error_idx\` ON \`payload_jobs\` (\`has_error\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_task_slug_idx\` ON \`payload_jobs\` (\`task_slug\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_queue_idx\` ON \`payload_jobs\` (\`queue\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_wait_until_idx\` ON \`payload_jobs\` (\`wait_until\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_processing_idx\` ON \`payload_jobs\` (\`processing\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_updated_at_idx\` ON \`payload_jobs\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`payload_jobs_created_at_idx\` ON \`payload_jobs\` (\`created_at\`);`)
  await db.run(sql`CREATE TABLE \`payload_preferences\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`key\` text,
  	\`value\` text,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE INDEX \`payload_preferences_key_idx\` ON \`payload_preferences\` (\`key\`);`)
  await db.run(sql`CREATE INDEX \`payload_preferences_updated_at_idx\` ON \`payload_preferences\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`payload_preferences_created_at_idx\` ON \`payload_preferences\` (\`created_at\`);`)
  await db.run(sql`CREATE TABLE \`payload_preferences_rels\` (
  	\`id\` integer PRIMARY KEY NOT NULL,
  	\`order\` integer,
  	\`parent_id\` integer NOT NULL,
  	\`path\` text NOT NULL,
  	\`users_id\` integer,
  	FOREIGN KEY (\`parent_id\`) REFERENCES \`payload_preferences\`(\`id\`) ON UPDATE no action ON DELETE cascade,
  	FOREIGN KEY (\`users_id\`) REFERENCES \`users\`(\`id\`) ON UPDATE no action ON DELETE cascade
  );
  `)
  await db.run(sql`CREATE INDEX \`payload_preferences_rels_order_idx\` ON \`payload_preferences_rels\` (\`order\`);`)
  await db.run(sql`CREATE INDEX \`payload_preferences_rels_parent_idx\` ON \`payload_preferences_rels\` (\`parent_id\`);`)
  await db.run(sql`CREATE INDEX \`payload_preferences_rels_path_idx\` ON \`payload_preferences_rels\` (\`path\`);`)
  await db.run(sql`CREATE INDEX \`payload_preferences_rels_users_id_idx\` ON \`payload_preferences_rels\` (\`users_id\`);`)
  await db.run(sql`CREATE TABLE \`payload_migrations\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`name\` text,
  	\`batch\` numeric,
  	\`updated_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  	\`created_at\` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
  );
  `)
  await db.run(sql`CREATE INDEX \`payload_migrations_updated_at_idx\` ON \`payload_migrations\` (\`updated_at\`);`)
  await db.run(sql`CREATE INDEX \`payload_migrations_created_at_idx\` ON \`payload_migrations\` (\`created_at\`);`)
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
  await db.run(sql`CREATE TABLE \`portal_settings\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`collation\` text DEFAULT 'el' NOT NULL,
  	\`other_collation\` text DEFAULT '',
  	\`empty_first\` text DEFAULT '',
  	\`own_images\` integer DEFAULT false,
  	\`image_size\` text,
  	\`style_sheet\` text,
  	\`featured_sections_ordering\` text DEFAULT 'id',
  	\`featured_sections_element_per_link\` integer DEFAULT false,
  	\`featured_sections_records\` integer DEFAULT false,
  	\`featured_sections_address\` text,
  	\`service_groups_ordering\` text DEFAULT 'order,id',
  	\`service_groups_records\` integer DEFAULT false,
  	\`service_groups_address\` text,
  	\`news_posts_ordering\` text DEFAULT '-created_timestamp',
  	\`news_posts_records\` integer DEFAULT false,
  	\`news_posts_address\` text,
  	\`news_categories_ordering\` text DEFAULT 'id',
  	\`news_categories_records\` integer DEFAULT false,
  	\`news_categories_address\` text,
  	\`service_useful_links_ordering\` text DEFAULT 'id',
  	\`service_useful_links_records\` integer DEFAULT false,
  	\`service_useful_links_address\` text,
  	\`checks_headings\` text DEFAULT 'warning',
  	\`checks_pictures\` text DEFAULT 'warning',
  	\`checks_link_texts\` text DEFAULT 'warning',
  	\`checks_letters\` text DEFAULT 'warning',
  	\`checks_title_length\` text DEFAULT 'warning',
  	\`checks_longest_title\` numeric,
  	\`checks_same_title\` text DEFAULT 'warning',
  	\`checks_broken_links\` text DEFAULT 'warning',
  	\`second_eyes\` integer DEFAULT false,
  	\`audit_months\` numeric,
  	\`edited_by\` text,
  	\`saved_by_form\` text,
  	\`updated_at\` text,
  	\`created_at\` text
  );
  `)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`DROP TABLE \`featured_sections_section_two_links\`;`)
  await db.run(sql`DROP TABLE \`featured_sections\`;`)
  await db.run(sql`DROP TABLE \`_featured_sections_v_version_section_two_links\`;`)
  await db.run(sql`DROP TABLE \`_featured_sections_v\`;`)
  await db.run(sql`DROP TABLE \`service_groups\`;`)
  await db.run(sql`DROP TABLE \`_service_groups_v\`;`)
  await db.run(sql`DROP TABLE \`news_posts\`;`)
  await db.run(sql`DROP TABLE \`news_posts_rels\`;`)
  await db.run(sql`DROP TABLE \`_news_posts_v\`;`)
  await db.run(sql`DROP TABLE \`_news_posts_v_rels\`;`)
  await db.run(sql`DROP TABLE \`news_categories\`;`)
  await db.run(sql`DROP TABLE \`_news_categories_v\`;`)
  await db.run(sql`DROP TABLE \`service_useful_links\`;`)
  await db.run(sql`DROP TABLE \`_service_useful_links_v\`;`)
  await db.run(sql`DROP TABLE \`media\`;`)
  await db.run(sql`DROP TABLE \`users_roles\`;`)
  await db.run(sql`DROP TABLE \`users_sessions\`;`)
  await db.run(sql`DROP TABLE \`users\`;`)
  await db.run(sql`DROP TABLE \`portal_import_runs\`;`)
  await db.run(sql`DROP TABLE \`portal_audit_log\`;`)
  await db.run(sql`DROP TABLE \`portal_links\`;`)
  await db.run(sql`DROP TABLE \`portal_findings\`;`)
  await db.run(sql`DROP TABLE \`portal_second_factors\`;`)
  await db.run(sql`DROP TABLE \`portal_counters\`;`)
  await db.run(sql`DROP TABLE \`portal_imports\`;`)
  await db.run(sql`DROP TABLE \`portal_open_forms\`;`)
  await db.run(sql`DROP TABLE \`portal_draft_links\`;`)
  await db.run(sql`DROP TABLE \`portal_reviews\`;`)
  await db.run(sql`DROP TABLE \`payload_kv\`;`)
  await db.run(sql`DROP TABLE \`payload_jobs_log\`;`)
  await db.run(sql`DROP TABLE \`payload_jobs\`;`)
  await db.run(sql`DROP TABLE \`payload_preferences\`;`)
  await db.run(sql`DROP TABLE \`payload_preferences_rels\`;`)
  await db.run(sql`DROP TABLE \`payload_migrations\`;`)
  await db.run(sql`DROP TABLE \`payload_query_presets\`;`)
  await db.run(sql`DROP TABLE \`payload_query_presets_rels\`;`)
  await db.run(sql`DROP TABLE \`portal_settings\`;`)
}
