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
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_headings\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_pictures\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_link_texts\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_letters\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_title_length\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_longest_title\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_same_title\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`checks_broken_links\`;`)
}
