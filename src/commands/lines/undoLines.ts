import type { Stayed, UndoReport } from '../../migration/index.ts';
import { fieldLines } from './conflictLines.ts';
import { printable } from './findingLines.ts';

const WHY: Record<Stayed['why'], string> = {
  edited: 'touched by an editor since',
  open: 'open in a form here',
  deleted: 'deleted here since',
  used: 'needed by',
  refused: 'could not be done:',
};

/** What taking an import back has done, for a person. */
export function undoSummary({ began, folder, lists, settings, stayed }: UndoReport, isDry: boolean): string {
  const counts = Object.entries(lists).map(
    ([list, { trashed, restored }]) => `${list}: ${trashed} into the trash, ${restored} as before`,
  );
  const would = isDry ? ' would be' : '';
  return [
    `The import of ${began} (${folder})${isDry ? '' : ' is taken back'}:`,
    ...(counts.length > 0 ? counts : ['nothing had changed with it']),
    ...(settings.length > 0 ? [`settings as before: ${settings.join(', ')}`] : []),
    '',
    ...(stayed.length > 0
      ? [`Left as ${stayed.length === 1 ? 'it is' : 'they are'} (${stayed.length}):`]
      : []),
    ...stayed.flatMap(stayedLines),
    ...(stayed.length > 0 ? [''] : []),
    ...(isDry ? ['Nothing has been written.'] : []),
    stayed.length > 0 ? `The rest${would || ' is'} as before.` : `Everything${would || ' is'} as before.`,
  ].join('\n');
}

function stayedLines({ list, apiId, title, why, reason, fields }: Stayed): string[] {
  const name = [list, apiId ?? '', title === null ? '' : `«${printable(title)}»`].filter(
    (part) => part !== '',
  );
  const said = `${WHY[why]}${reason === undefined ? '' : ` ${printable(reason)}`}`;
  return [`  ${name.join(' ')}, ${said}`, ...fields.flatMap((each) => fieldLines(each, 'before'))];
}
