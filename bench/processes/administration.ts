import { type Server, signIn } from './server.ts';

const PAGES = [
  '',
  '/collections/news-posts',
  '/collections/news-posts/create',
  '/collections/media',
  '/globals/portal-settings',
];

/** Opens pages of the administration as an editor does: what Next loads for them stays in the process that loads it. */
export async function browseAdministration(server: Server): Promise<void> {
  const headers = await signIn(server);
  for (const page of [...PAGES, ...PAGES]) {
    const response = await fetch(`${server.url}/admin${page}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`/admin${page}: ${response.status}`);
  }
}
