interface Builder {
  isBuilt(what: Build): boolean;
}

/** `dist` is the server, the commands and what a host imports; `.next` is the admin, which a server needs too. */
type Build = 'dist' | '.next';

const { isBuilt } = (await import(new URL('../../bin/build.js', import.meta.url).href)) as Builder;

/** What this process has found to be built. Nobody changes sources during a run. */
const found = new Set<Build>();

/**
 * To be called before anything of the build is started. What is started would build silently, which looks as if it hung.
 *
 * @throws Error unless all of these are built from today's sources
 */
export function requireBuild(...builds: Build[]): void {
  for (const build of builds) {
    if (found.has(build)) continue;
    if (!isBuilt(build))
      throw new Error(`${build} is missing or older than its sources: run npm run build first.`);
    found.add(build);
  }
}
