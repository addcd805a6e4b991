import * as migration_20261128_160723_initial from './20261128_160723_initial.ts';
import * as migration_20261129_025853_tmp from './20261129_025853_tmp.ts';

export const migrations = [
  {
    up: migration_20261128_160723_initial.up,
    down: migration_20261128_160723_initial.down,
    name: '20261128_160723_initial',
  },
  {
    up: migration_20261129_025853_tmp.up,
    down: migration_20261129_025853_tmp.down,
    name: '20261129_025853_tmp'
  },
];
