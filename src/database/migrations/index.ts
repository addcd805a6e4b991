import * as migration_20261121_112425_initial from './20261121_112425_initial.ts';
import * as migration_20261124_065055_editors from './20261124_065055_editors.ts';
import * as migration_20261124_211140_sole_editor from './20261124_211140_sole_editor.ts';
import * as migration_20261125_040844_other_collation from './20261125_040844_other_collation.ts';
import * as migration_20261125_131419_import_runs from './20261125_131419_import_runs.ts';
import * as migration_20261125_135811_media_switch from './20261125_135811_media_switch.ts';
import * as migration_20261125_180030_writing from './20261125_180030_writing.ts';
import * as migration_20261126_150724_two_at_once from './20261126_150724_two_at_once.ts';
import * as migration_20261126_175451_migration_two from './20261126_175451_migration_two.ts';
import * as migration_20261126_221454_scale_and_programs from './20261126_221454_scale_and_programs.ts';
import * as migration_20261127_011232_working_together from './20261127_011232_working_together.ts';
import * as migration_20261128_172934_tmp from './20261128_172934_tmp.ts';
import * as migration_20261128_180237_tmp_open_forms from './20261128_180237_tmp_open_forms.ts';

export const migrations = [
  {
    up: migration_20261121_112425_initial.up,
    down: migration_20261121_112425_initial.down,
    name: '20261121_112425_initial',
  },
  {
    up: migration_20261124_065055_editors.up,
    down: migration_20261124_065055_editors.down,
    name: '20261124_065055_editors',
  },
  {
    up: migration_20261124_211140_sole_editor.up,
    down: migration_20261124_211140_sole_editor.down,
    name: '20261124_211140_sole_editor',
  },
  {
    up: migration_20261125_040844_other_collation.up,
    down: migration_20261125_040844_other_collation.down,
    name: '20261125_040844_other_collation',
  },
  {
    up: migration_20261125_131419_import_runs.up,
    down: migration_20261125_131419_import_runs.down,
    name: '20261125_131419_import_runs',
  },
  {
    up: migration_20261125_135811_media_switch.up,
    down: migration_20261125_135811_media_switch.down,
    name: '20261125_135811_media_switch',
  },
  {
    up: migration_20261125_180030_writing.up,
    down: migration_20261125_180030_writing.down,
    name: '20261125_180030_writing',
  },
  {
    up: migration_20261126_150724_two_at_once.up,
    down: migration_20261126_150724_two_at_once.down,
    name: '20261126_150724_two_at_once',
  },
  {
    up: migration_20261126_175451_migration_two.up,
    down: migration_20261126_175451_migration_two.down,
    name: '20261126_175451_migration_two',
  },
  {
    up: migration_20261126_221454_scale_and_programs.up,
    down: migration_20261126_221454_scale_and_programs.down,
    name: '20261126_221454_scale_and_programs',
  },
  {
    up: migration_20261127_011232_working_together.up,
    down: migration_20261127_011232_working_together.down,
    name: '20261127_011232_working_together',
  },
  {
    up: migration_20261128_172934_tmp.up,
    down: migration_20261128_172934_tmp.down,
    name: '20261128_172934_tmp',
  },
  {
    up: migration_20261128_180237_tmp_open_forms.up,
    down: migration_20261128_180237_tmp_open_forms.down,
    name: '20261128_180237_tmp_open_forms'
  },
];
