import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { EnvironmentError } from './env.ts';
import { variableNames } from './variables.ts';

/** A file in the working directory with variables that the environment does not set. */
const ENV_FILE = '.env';

/** What Node, its libraries and the system read. */
const OF_OTHERS = /^(?:NODE_|NPM_|LC_)|^(?:DEBUG|LANG|TMPDIR|TZ)$|_proxy$/i;

function textOf(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new EnvironmentError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  }
  if (bytes.includes(0))
    throw new EnvironmentError(`The file ${file} is no text in UTF-8. Save it again in that encoding.`);
  // Windows' editors begin with a mark (BOM), which would belong to the first name.
  return bytes.toString().replace(/^\uFEFF/, '');
}

function variablesOf(): Record<string, string | undefined> {
  return existsSync(ENV_FILE) ? parseEnv(textOf(ENV_FILE)) : {};
}

/** Sets the variables of `.env` that the environment does not have. @throws EnvironmentError if it cannot be read */
export function loadEnvFile(): void {
  for (const [name, value] of Object.entries(variablesOf())) process.env[name] ??= value;
}

/** A line about names in `.env` that the server does not read, such as misspelt ones; undefined if there are none. */
export function unreadNames(): string | undefined {
  const known: readonly string[] = variableNames;
  const unread = Object.keys(variablesOf()).filter((name) => !known.includes(name) && !OF_OTHERS.test(name));
  if (unread.length === 0) return undefined;
  return `${ENV_FILE} has ${unread.join(', ')}, which this server does not read. If a name is misspelt, correct it; .env.example has all of them.`;
}
