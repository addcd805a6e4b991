import { hostname, userInfo } from 'node:os';

/** Who runs this process, and where. @example operator() // 'portal@cms-1' */
export function operator(): string {
  return `${userName()}@${hostname()}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without a name, as in some containers.
    return String(process.getuid?.() ?? '');
  }
}
