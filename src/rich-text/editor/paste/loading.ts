/**
 * Loads what reads HTML, which is too large for the form. Its zod is told first not to compile its checks: the pages' policy
 * forbids that, and counts each try.
 */
export async function loadReader<Reader>(load: () => Promise<Reader>): Promise<Reader> {
  const { config } = await import('zod');
  config({ jitless: true });
  return load();
}
