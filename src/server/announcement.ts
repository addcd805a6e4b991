import { listPath } from '../../endpoints/http/paths.ts';
import type { List } from '../../endpoints/lists/index.ts';

/** The data of the start-up message. */
export interface Announcement {
  baseUrl: string;
  lists: readonly Pick<List, 'key'>[];
  /** The path prefixes of the lists. */
  prefixes: readonly string[];
  /** The admin created by the first start, with the password, or the file that has it. */
  admin?: { email: string; password: string } | { email: string; file: string } | undefined;
}

/** The start-up message: the server's addresses and, on the first start, the admin's credentials. */
export function announcement({ baseUrl, lists, prefixes, admin }: Announcement): string[] {
  const lines = [
    '',
    'The lists:',
    ...prefixes.flatMap((prefix) => lists.map((list) => `  ${baseUrl}${listPath(list, { prefix })}`)),
    'The administration:',
    `  ${baseUrl}/admin`,
  ];
  if (admin && 'file' in admin)
    lines.push(
      `Sign in as ${admin.email}. The password is the second line of ${admin.file}, which only this user may read. Change it, and remove the file.`,
    );
  else if (admin)
    lines.push(
      'Sign in with (shown only this once):',
      `  email     ${admin.email}`,
      `  password  ${admin.password}`,
    );
  return [...lines, ''];
}
