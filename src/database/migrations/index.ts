import * as migration_20261121_112425_initial from './20261121_112425_initial.ts';
import * as migration_20261124_054843_trash from './20261124_054843_trash.ts';
import * as migration_20261124_060654_focal from './20261124_060654_focal.ts';

export const migrations = [
  {
    up: migration_20261121_112425_initial.up,
    down: migration_20261121_112425_initial.down,
    name: '20261121_112425_initial',
  },
  {
    up: migration_20261124_054843_trash.up,
    down: migration_20261124_054843_trash.down,
    name: '20261124_054843_trash',
  },
  {
    up: migration_20261124_060654_focal.up,
    down: migration_20261124_060654_focal.down,
    name: '20261124_060654_focal'
  },
];
