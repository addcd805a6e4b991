import * as migration_20261121_110004_initial from './20261121_110004_initial.ts';

export const migrations = [
  {
    up: migration_20261121_110004_initial.up,
    down: migration_20261121_110004_initial.down,
    name: '20261121_110004_initial',
  },
];
