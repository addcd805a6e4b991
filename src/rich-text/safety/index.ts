import { type JudgeHtmlOptions, judgeHtml } from './judgeHtml.ts';
import { problem, type RichTextProblem } from './reasons.ts';

export { refuseLinks } from './links.ts';
export { refuseNewHtml } from './newHtml.ts';
export type { RichTextProblem } from './reasons.ts';
export { refuseState } from './state.ts';
export { videoAddress } from './videoAddress.ts';

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
