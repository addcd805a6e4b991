/** Loads what reads HTML, which is too large for the form. */
export async function loadReader<Reader>(load: () => Promise<Reader>): Promise<Reader> {
  (await import('./withoutEval.ts')).withoutEval();
  return load();
}
