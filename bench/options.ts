import { Command, InvalidArgumentError, Option } from 'commander';

/** The parts of the benchmark, in the order in which they run. */
const PARTS = [
  'start',
  'speed',
  'express',
  'rest',
  'editors',
  'changes',
  'saves',
  'import',
  'orderings',
  'memory',
  'fresh',
] as const;
export type Part = (typeof PARTS)[number];

/** What a run measures, and how thoroughly. */
export interface Options {
  parts: Set<Part>;
  sizes: ('tiny' | 'small' | 'large')[];
  /** The shortest form, on a tiny portal: shows that everything works, its figures mean nothing. */
  quick: boolean;
  /** How many times each comparison is repeated. */
  rounds: number;
  /** How long each side of a comparison is driven in each round, in seconds. */
  seconds: number;
  /** How long each side is driven before, in seconds. */
  warmUp: number;
  /** See DataOptions. */
  mongodb: string | undefined;
  keep: string | undefined;
}

export function readOptions(args: string[]): Options {
  const program = new Command('npm run bench --')
    .description(
      'Measures the server beside what it is compared with, and prints ratios. Takes about 40 minutes.',
    )
    .addOption(new Option('--only <parts>', `some parts: ${PARTS.join(',')}`).argParser(partsOf))
    .addOption(new Option('--size <size>', 'one portal instead of both').choices(['small', 'large']))
    .option('--rounds <number>', 'how often each comparison is repeated', Number, 15)
    .option(
      '--seconds <number>',
      'how long each side is driven in a round; four times as long with a body over 10 MB',
      Number,
      0.5,
    )
    .option(
      '--database <uri>',
      'a MongoDB server to make the portals on (in databases of their own) in place of SQLite files',
    )
    .option('--keep <folder>', 'keep the portals there, and take them from there the next time')
    .option('--quick', 'the shortest form, on a tiny portal: only to see that it works')
    .showHelpAfterError()
    .parse(args, { from: 'user' });
  const {
    only,
    size,
    rounds,
    seconds,
    database,
    keep,
    quick = false,
  } = program.opts<{
    only?: Part[];
    size?: 'small' | 'large';
    rounds: number;
    seconds: number;
    database?: string;
    keep?: string;
    quick?: boolean;
  }>();
  return {
    parts: new Set(only ?? PARTS),
    sizes: quick ? ['tiny'] : size ? [size] : ['small', 'large'],
    quick,
    rounds: quick ? 1 : rounds,
    seconds: quick ? 0.1 : seconds,
    warmUp: quick ? 0.1 : 1,
    mongodb: database,
    keep,
  };
}

function partsOf(value: string): Part[] {
  return value.split(',').map((name) => {
    const part = PARTS.find((each) => each === name.trim());
    if (!part) throw new InvalidArgumentError(`There is no part "${name}". The parts: ${PARTS.join(', ')}.`);
    return part;
  });
}
