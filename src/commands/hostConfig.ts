import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SanitizedConfig } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';

/** A `--config` that cannot be used. The message is for the operator. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

/** The words that name a host's config in a further command; none for the server's own. */
export const wordsOfConfig = (file: string | undefined): string[] =>
  file === undefined ? [] : ['--config', file];

/**
 * Loads a host's Payload config, and the `.env` files that Payload reads. TypeScript works because the binary has started Node
 * with a loader.
 *
 * @throws ConfigError if the file does not exist, is not a Payload config, or lacks the plugin
 */
export async function hostConfig(file: string): Promise<SanitizedConfig> {
  const absolute = path.resolve(file);
  if (!existsSync(absolute))
    throw new ConfigError(`There is no ${file} here: --config names a Payload config.`);
  const { loadEnv } = await import('payload/node');
  loadEnv();
  const { default: made } = (await import(pathToFileURL(absolute).href)) as {
    default?: SanitizedConfig | Promise<SanitizedConfig>;
  };
  const config = await made;
  if (!config || !Array.isArray(config.collections) || !config.db) {
    throw new ConfigError(`${file} is no Payload config: its default export should be buildConfig({ … }).`);
  }
  try {
    portalOf(config);
  } catch {
    throw new ConfigError(`${file} lacks the plugin: add portalContent({ … }) to its plugins.`);
  }
  return config;
}
