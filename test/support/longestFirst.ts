import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Project by project, since a worker keeps what it has loaded for one only; those whose files take longest first. */
const PROJECTS = [
  'hosts',
  'browser',
  'browser-mongodb',
  'mongodb',
  'postgres',
  'node24',
  'process',
  'sqlite',
  'long',
  'unit',
];

/** The files that take longest, the longest first; then the kind that does. */
const FILES = [
  /faults\/(?:cms|checkpoint)/,
  /migration\/beside/,
  /faults\/failover/,
  /server\/front\./,
  /\.process\.test/,
];

/** Starts what takes longest first, so that no long file is left alone at the end. (vitest knows it from a second run on.) */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ project, moduleId }: TestSpecification): number {
  const file = FILES.findIndex((pattern) => pattern.test(moduleId));
  return PROJECTS.indexOf(project.name) * (FILES.length + 1) + (file < 0 ? FILES.length : file);
}
