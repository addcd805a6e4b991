import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SanitizedConfig } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';

/** A `--config` that cannot be used; the message says why in words for an operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads a host's Payload config, with the `.env` files that Payload reads. TypeScript is read as it is, since the binary
 * has started Node with a loader for it.
 *
 * @throws ConfigError if there is no such file, it is no Payload config, or the plugin is not in it
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
