import { type JudgeHtmlOptions, judgeHtml } from './judgeHtml.ts';
import { refuseLinks as linkProblems } from './links.ts';
import { explain, type Reason } from './reasons.ts';
import { refuseState as stateProblems } from './state.ts';

export type { JudgeHtmlOptions } from './judgeHtml.ts';

/** Something that this project does not publish. */
export interface RichTextProblem {
  /** Where in the state: child indexes from the root (`root.children.0.children.2`). Undefined for the HTML as a whole. */
  path: string | undefined;
  /** In plain English. */
  message: string;
  /** In plain Greek. */
  messageEl: string;
}

function problem(reason: Reason, path?: string): RichTextProblem {
  const { en, el } = explain(reason);
  return { path, message: en, messageEl: el };
}

/** Every place where an editor state is not what the editor can make; none for null. Never throws. */
export function refuseState(state: unknown): RichTextProblem[] {
  return stateProblems(state).map(({ path, reason }) => problem(reason, path));
}

/** Links by which a visitor would get nowhere, but for those that `known` HTML has. */
export function refuseLinks(state: unknown, known: readonly string[]): RichTextProblem[] {
  return linkProblems(state, known).map(({ path, reason }) => problem(reason, path));
}

export interface JudgedHtml {
  /** What is served: as given, but for active attributes of imported start tags. */
  html: string;
  problems: RichTextProblem[];
  /** Attributes that were taken out of imported start tags. */
  removed: string[];
}

/** Judges what is about to be served, whoever has written it. */
export function judgeServed(html: string, options: JudgeHtmlOptions): JudgedHtml {
  const { reasons, ...verdict } = judgeHtml(html, options);
  return { ...verdict, problems: reasons.map((reason) => problem(reason)) };
}
