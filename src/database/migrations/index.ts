import * as migration_20261121_112425_initial from './20261121_112425_initial.ts';

export const migrations = [
  {
    up: migration_20261121_112425_initial.up,
    down: migration_20261121_112425_initial.down,
    name: '20261121_112425_initial',
  },
];
