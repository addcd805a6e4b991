import * as migration_20261121_112425_initial from './20261121_112425_initial.ts';
import * as migration_20261124_061507_search from './20261124_061507_search.ts';

export const migrations = [
  {
    up: migration_20261121_112425_initial.up,
    down: migration_20261121_112425_initial.down,
    name: '20261121_112425_initial',
  },
  {
    up: migration_20261124_061507_search.up,
    down: migration_20261124_061507_search.down,
    name: '20261124_061507_search'
  },
];
