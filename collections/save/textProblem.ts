import { type Bilingual, bilingual } from '../../src/i18n/bilingual.ts';
import type { RichTextProblem } from '../../src/rich-text/index.ts';
import { portalOf } from '../portal/portal.ts';
import { type HtmlText, htmlValues } from '../values/html.ts';
import { mainDocument, type Validated } from './mainDocument.ts';

/** Why a text must not be stored, and in which of its paragraphs, tables and so on it stands. */
export function textProblem(problems: RichTextProblem[]): Bilingual {
  return bilingual(
    problems
      .map(({ path, messageEl }) => `${messageEl}${place(path, (n) => `${n}ο μέρος του κειμένου`)}`)
      .join(' '),
    problems.map(({ path, message }) => `${message}${place(path, (n) => `part ${n} of the text`)}`).join(' '),
  );
}

function place(path: string | undefined, words: (number: number) => string): string {
  const child = /^root\.children\.(\d+)/.exec(path ?? '')?.[1];
  return child === undefined ? '' : ` (${words(Number(child) + 1)})`;
}

/** The same of one field, while a form shows why it was refused. A save asks for itself. */
export async function refusedText(
  text: HtmlText,
  value: unknown,
  validated: Validated,
): Promise<Bilingual | undefined> {
  if (validated.event !== 'onChange') return undefined;
  const main = await mainDocument(validated);
  const { videoHosts } = portalOf(validated.req.payload.config);
  const save = {
    latest: main,
    main,
    restored: false,
    imported: undefined,
    publishes: true,
    editor: null,
    editorKey: null,
    now: new Date(),
    videoHosts,
  };
  const { problems } = htmlValues({ [text.name]: value }, text, save);
  return problems.length === 0 ? undefined : textProblem(problems);
}
