import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkpointFile } from '../../src/server/keptLists.ts';
import { freePort } from '../../test/support/freePort.ts';
import { startCommand } from '../../test/support/startCommand.ts';
import { type Data, EDITOR, environmentOf, freshFolder } from '../data.ts';
import { progress } from '../print.ts';
import { ended, keep } from './child.ts';

/** The project's server, as `npm start` runs it. */
export interface Server {
  /** Its address without a trailing slash. */
  url: string;
  /** The front's process. */
  pid: number;
  /** From the start until `/readyz` answered 200, and until the administration did, in milliseconds. */
  started: { lists: number; administration: number };
  /** The `status` of `/readyz` when it first answered 200. */
  firstStatus: string;
  /** Resolves when the lists are on the disk, to which the front writes them after a start. */
  keptLists(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** @default an empty one of its own */
  dataDir?: string;
  env?: Record<string, string>;
}

const PATIENCE = 180_000;

export async function startServer(
  data: Pick<Data, 'databaseUri'>,
  options: ServerOptions = {},
): Promise<Server> {
  const port = await freePort();
  const dataDir = options.dataDir ?? (await freshFolder());
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, startCommand(), {
    env: {
      ...process.env,
      ...environmentOf(data),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      SERVER_URL: url,
      ...options.env,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keep(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));

  async function until(ready: () => Promise<boolean>, what: string): Promise<number> {
    progress(`starting the server: ${what}`);
    const asked = performance.now();
    while (performance.now() - asked < PATIENCE) {
      if (child.exitCode !== null) break;
      if (await ready().catch(() => false)) return performance.now() - began;
      await sleep(5);
    }
    throw new Error(`The server was not ready (${what}):\n${output}`);
  }

  let firstStatus = '';
  const lists = await until(async () => {
    const response = await fetch(`${url}/readyz`);
    firstStatus = ((await response.json()) as { status: string }).status;
    return response.ok;
  }, 'the lists');
  const administration = await until(
    async () => (await fetch(`${url}/admin/login`)).ok,
    'the administration',
  );
  return {
    url,
    pid: child.pid ?? -1,
    started: { lists, administration },
    firstStatus,
    async keptLists() {
      const file = checkpointFile({ dataDir, databaseUri: data.databaseUri });
      await until(() => access(file).then(() => true), 'the lists on the disk');
    },
    stop: () => ended(child),
  };
}

/** Signs in, and gives the headers that Payload's REST and the administration want from a signed-in user. */
export async function signIn({ url }: Pick<Server, 'url'>): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(EDITOR),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`Signing in: ${response.status}`);
  return { Cookie: `payload-token=${token}`, Origin: url };
}

/** What a process has used of the processors, in seconds; NaN where the system does not tell (Linux does). */
export function processorSeconds(pid: number): number {
  try {
    const [, , ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/\(.*\)/s, 'name')
      .split(' ');
    // utime and stime, in hundredths of a second (proc(5): fields 14 and 15)
    return (Number(rest[11]) + Number(rest[12])) / 100;
  } catch {
    return Number.NaN;
  }
}
