import { type MigrateUpArgs, type MigrateDownArgs, sql } from '@payloadcms/db-sqlite'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.run(sql`DROP INDEX \`portal_audit_log_user_key_idx\`;`)
  await db.run(sql`ALTER TABLE \`portal_audit_log\` ADD \`request\` text;`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_request_idx\` ON \`portal_audit_log\` (\`request\`);`)
  await db.run(sql`ALTER TABLE \`portal_audit_log\` DROP COLUMN \`counts\`;`)
  await db.run(sql`ALTER TABLE \`portal_audit_log\` DROP COLUMN \`documents\`;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.run(sql`DROP INDEX \`portal_audit_log_request_idx\`;`)
  await db.run(sql`ALTER TABLE \`portal_audit_log\` ADD \`counts\` text;`)
  await db.run(sql`ALTER TABLE \`portal_audit_log\` ADD \`documents\` text;`)
  await db.run(sql`CREATE INDEX \`portal_audit_log_user_key_idx\` ON \`portal_audit_log\` (\`user_key\`);`)
  await db.run(sql`ALTER TABLE \`portal_audit_log\` DROP COLUMN \`request\`;`)
}
