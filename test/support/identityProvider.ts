import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onFileEnd } from './cleanup.ts';
import { freePort } from './freePort.ts';
import { ROOT } from './portal.ts';
import { inheritedEnvironment } from './server.ts';

/** The client that it knows, and the roles of whom it signs in. */
export const EXAMPLE = {
  clientId: 'portal',
  clientSecret: 'a-secret-for-trials-only',
  roles: { 'portal-admins': 'admin', 'portal-editors': 'editor' },
} as const;

/** The real provider of `examples/openid`, for one portal, until the test file ends. @returns its issuer */
export async function startIdentityProvider(portal: string): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(ROOT, 'examples/openid/provider.js')], {
    env: { ...(inheritedEnvironment() as NodeJS.ProcessEnv), PORT: String(port), PORTAL: portal },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onFileEnd(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return `http://localhost:${port}`;
}
