import * as migration_20261128_160723_initial from './20261128_160723_initial.ts';

export const migrations = [
  {
    up: migration_20261128_160723_initial.up,
    down: migration_20261128_160723_initial.down,
    name: '20261128_160723_initial'
  },
];
