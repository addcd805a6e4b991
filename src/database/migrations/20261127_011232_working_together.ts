import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`CREATE TABLE \`portal_audit_log\` (
  	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  	\`at\` text,
  	\`action\` text,
  	\`title\` text,
  	\`who\` text,
  	\`fields\` text,
  	\`note\` text,
  	\`address\` text,
  	\`counts\` text,
  	\`version\` text,
  	\`collection_slug\` text,
  	\`document\` text,
  	\`user_key\` text,
  	\`documents\` text
  );
  `)
  await db.run(sql`CREATE INDEX \`portal_audit_log_at_idx\` ON \`portal_audit_log\` (\`at\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_action_idx\` ON \`portal_audit_log\` (\`action\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_who_idx\` ON \`portal_audit_log\` (\`who\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_address_idx\` ON \`portal_audit_log\` (\`address\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_document_idx\` ON \`portal_audit_log\` (\`document\`);`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_user_key_idx\` ON \`portal_audit_log\` (\`user_key\`);`)
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
  	\`title\` text,
  	\`state\` text,
  	\`requested_by\` text,
  	\`requested_by_id\` text,
  	\`requested_at\` text,
  	\`note\` text,
  	\`assignee\` text,
  	\`assignee_name\` text,
  	\`decided_by\` text,
  	\`decided_at\` text,
  	\`reason\` text,
  	\`version\` text,
  	\`urgent_by\` text,
  	\`urgent_at\` text,
  	\`urgent_reason\` text,
  	\`look_again_at\` text,
  	\`looked_at\` text,
  	\`looked_by\` text
  );
  `)
  await db.run(sql`CREATE UNIQUE INDEX \`portal_reviews_key_idx\` ON \`portal_reviews\` (\`key\`);`)
  await db.run(sql`CREATE INDEX \`portal_reviews_state_idx\` ON \`portal_reviews\` (\`state\`);`)
  await db.run(sql`CREATE INDEX \`portal_reviews_requested_by_id_idx\` ON \`portal_reviews\` (\`requested_by_id\`);`)
  await db.run(sql`CREATE INDEX \`portal_reviews_urgent_at_idx\` ON \`portal_reviews\` (\`urgent_at\`);`)
  await db.run(sql`CREATE INDEX \`portal_reviews_look_again_at_idx\` ON \`portal_reviews\` (\`look_again_at\`);`)
  await db.run(sql`CREATE INDEX \`portal_reviews_looked_at_idx\` ON \`portal_reviews\` (\`looked_at\`);`)
  await db.run(sql`ALTER TABLE \`users\` ADD \`notices\` integer DEFAULT true;`)
  await db.run(sql`ALTER TABLE \`users\` ADD \`language\` text DEFAULT 'el';`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`second_eyes\` integer DEFAULT false;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` ADD \`audit_months\` numeric;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`DROP TABLE \`portal_audit_log\`;`)
  await db.run(sql`DROP TABLE \`portal_draft_links\`;`)
  await db.run(sql`DROP TABLE \`portal_reviews\`;`)
  await db.run(sql`ALTER TABLE \`users\` DROP COLUMN \`notices\`;`)
  await db.run(sql`ALTER TABLE \`users\` DROP COLUMN \`language\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`second_eyes\`;`)
  await db.run(sql`ALTER TABLE \`portal_settings\` DROP COLUMN \`audit_months\`;`)
}
