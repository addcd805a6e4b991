import { execFileSync, spawnSync } from 'node:child_process';

export const hasOathtool = spawnSync('oathtool', ['--version']).status === 0;

/**
 * The one-time code of a secret, by another implementation than the server's.
 * @param at milliseconds since 1970
 */
export function oneTimeCode(secret: string, at = Date.now()): string {
  const args = ['--totp', '--base32', `--now=@${Math.floor(at / 1000)}`, secret];
  return execFileSync('oathtool', args, { encoding: 'utf8' }).trim();
}
