import * as migration_20261128_160723_initial from './20261128_160723_initial.ts';
import * as migration_20261129_000243_tmp from './20261129_000243_tmp.ts';

export const migrations = [
  {
    up: migration_20261128_160723_initial.up,
    down: migration_20261128_160723_initial.down,
    name: '20261128_160723_initial',
  },
  {
    up: migration_20261129_000243_tmp.up,
    down: migration_20261129_000243_tmp.down,
    name: '20261129_000243_tmp'
  },
];
