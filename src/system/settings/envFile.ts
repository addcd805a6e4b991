import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { EnvironmentError } from './env.ts';
import { variableNames } from './variables.ts';

/** A file in the working directory with variables that the environment does not set. */
const ENV_FILE = '.env';

/** What Node, its libraries and the system read. */
const OF_OTHERS = /^(?:NODE_|NPM_|LC_)|^(?:DEBUG|LANG|TMPDIR|TZ)$|_proxy$/i;

/** @param namedBy the variable that names the file */
function textOf(file: string, namedBy?: string): string {
  const which = namedBy ? `The file ${file}, which ${namedBy} names,` : `The file ${file}`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new EnvironmentError(`${which} cannot be read: ${(error as Error).message}.`);
  }
  if (bytes.includes(0))
    throw new EnvironmentError(`${which} is no text in UTF-8. Save it again in that encoding.`);
  // Windows' editors begin with a mark (BOM), which would belong to the first name.
  return bytes.toString().replace(/^\uFEFF/, '');
}

/** The beginning of a variable. `NAME: value` is read too, as by dotenv, which other programs have. */
const VARIABLE = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:(?=\s|$))\s*(\S.*)?$/;

interface EnvFile {
  variables: Record<string, string | undefined>;
  /** Lines that are none, by their numbers. */
  unread: Map<number, string>;
}

function readEnvFile(): EnvFile {
  const variables = {};
  const unread = new Map<number, string>();
  const lines = existsSync(ENV_FILE) ? textOf(ENV_FILE).split(/\r?\n/) : [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, name, value = ''] = VARIABLE.exec(line) ?? [];
    if (name === undefined) {
      if (!/^\s*(?:#|$)/.test(line)) unread.set(at + 1, line);
      continue;
    }
    const [quote = ''] = /^["'`]/.exec(value) ?? [];
    const isOpen = quote !== '' && !value.slice(1).includes(quote);
    const end = isOpen ? lines.findIndex((each, index) => index > at && each.includes(quote)) : -1;
    // One at a time: of a line that it cannot read, Node's parser also loses the next one.
    Object.assign(variables, parseEnv([`${name}=${value}`, ...lines.slice(at + 1, end + 1)].join('\n')));
    at = Math.max(at, end);
  }
  return { variables, unread };
}

/**
 * Sets the variables of `.env` that the environment does not have.
 *
 * @throws EnvironmentError if it cannot be read, or a variable of the server's in it
 */
export function loadEnvFile(): void {
  const { variables, unread } = readEnvFile();
  const wrong = [...unread].flatMap(([number, line]) => {
    const name = variableNames.find((each) => new RegExp(`(?<!\\w)${each}(?!\\w)`, 'i').test(line));
    return name ? [`line ${number} (${name})`] : [];
  });
  if (wrong.length > 0)
    throw new EnvironmentError(
      `The file ${ENV_FILE} has ${wrong.join(', ')}, which cannot be read: write NAME=value. Example: PORT=3000`,
    );
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
}

/**
 * Sets each variable NAME whose value is in the file that NAME_FILE names, as container platforms give secrets. White space
 * around the value is not part of it.
 *
 * @throws EnvironmentError if such a file cannot be read or is empty, or both are set
 */
export function loadValueFiles(): void {
  for (const name of variableNames) {
    const file = process.env[`${name}_FILE`];
    if (!file) continue;
    if (process.env[name])
      throw new EnvironmentError(`${name} and ${name}_FILE are both set. Take one of them away.`);
    const value = textOf(file, `${name}_FILE`).trim();
    if (!value) throw new EnvironmentError(`The file ${file}, which ${name}_FILE names, is empty.`);
    process.env[name] = value;
    // Its children would find both.
    delete process.env[`${name}_FILE`];
  }
}

/** A line about what in `.env` the server does not read, such as misspelt names; undefined if there is nothing. */
export function unreadNames(): string | undefined {
  const known: readonly string[] = variableNames.flatMap((name) => [name, `${name}_FILE`]);
  const { variables, unread } = readEnvFile();
  const names = Object.keys(variables).filter((name) => !known.includes(name) && !OF_OTHERS.test(name));
  const all = [...names, ...[...unread.keys()].map((number) => `line ${number}, which is not NAME=value`)];
  if (all.length === 0) return undefined;
  return `${ENV_FILE} has ${all.join(', ')}, which this server does not read. If a name is misspelt, correct it; .env.example has all of them.`;
}
