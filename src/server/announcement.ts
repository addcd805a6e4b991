import { listPath } from '../../endpoints/http/paths.ts';
import type { List } from '../../endpoints/lists/index.ts';

/** The data of the start-up message. */
export interface Announcement {
  baseUrl: string;
  lists: readonly Pick<List, 'key'>[];
  /** The admin created by the first start. The password is printed here and nowhere else. */
  admin?: { email: string; password: string } | undefined;
}

/** The start-up message: the server's addresses and, on the first start, the admin's credentials. */
export function announcement({ baseUrl, lists, admin }: Announcement): string[] {
  const lines = [
    '',
    'The lists:',
    ...lists.map((list) => `  ${baseUrl}${listPath(list)}`),
    'The administration:',
    `  ${baseUrl}/admin`,
  ];
  if (admin) {
    lines.push(
      'Sign in with (shown only this once):',
      `  email     ${admin.email}`,
      `  password  ${admin.password}`,
    );
  }
  return [...lines, ''];
}
