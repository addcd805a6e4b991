import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Project by project, since a worker keeps what it has loaded for one only; those whose files take longest first. */
const PROJECTS = [
  'hosts',
  'browser',
  'browser-mongodb',
  'mongodb',
  'postgres',
  'process',
  'sqlite',
  'node24',
  'long',
  'unit',
];

/** The files that take longest, the longest first. */
const FILES = ['faults/cms', 'faults/checkpoint', 'migration/beside', 'faults/failover', 'server/front.'];

/** Starts what takes longest first, so that no long file is left alone at the end. (vitest knows it from a second run on.) */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ project, moduleId }: TestSpecification): number {
  const file = FILES.findIndex((name) => moduleId.includes(`/test/${name}`));
  return PROJECTS.indexOf(project.name) * (FILES.length + 1) + (file < 0 ? FILES.length : file);
}
