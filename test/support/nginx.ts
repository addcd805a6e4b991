import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onFileEnd } from './cleanup.ts';
import { freshFolder } from './databases.ts';
import { freePort } from './freePort.ts';

/**
 * Starts nginx with a documented configuration, on a free port in place of 8080. It ends with the test file.
 * @returns its address; undefined where there is no nginx
 */
export async function startNginx(configuration: string): Promise<string | undefined> {
  const [port, folder] = [await freePort(), await freshFolder()];
  const configured = configuration.replace('listen 8080;', `listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const file = path.join(folder, 'nginx.conf');
  await chmod(folder, 0o755);
  await writeFile(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${configured}\n}\n`,
  );
  const child = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: 'ignore' });
  // `once` rejects on an error.
  const isThere = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  onFileEnd(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) await sleep(50);
  return url;
}
