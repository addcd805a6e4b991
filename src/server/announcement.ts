import { listPath } from '../../endpoints/http/paths.ts';
import type { List } from '../../endpoints/lists/index.ts';

/** What the server says when everything answers. */
export interface Announcement {
  baseUrl: string;
  lists: readonly Pick<List, 'key'>[];
  /** The admin that the first start made; the password is shown here and nowhere else. */
  admin?: { email: string; password: string } | undefined;
}

/** The addresses of a server that is ready, and on the first start how to sign in. */
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
