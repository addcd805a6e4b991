import { KeptJson, toJson } from './json.ts';

// Of anything that a document holds, a value of the right type: the portal's clients parse with strict types.

export const integerOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const integerOrNullOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
export const flagOf = (value: unknown): boolean => value === true;
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNullOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value that a kept JSON text stands for: a plain string where that gives the same text again. */
export function keptOf(value: unknown): string | KeptJson | null {
  if (typeof value !== 'string') return null;
  return plainString(value) ?? new KeptJson(value);
}

/** The string whose JSON is exactly this text, if there is one. */
export function plainString(json: string): string | undefined {
  if (!json.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' && toJson(value) === json ? value : undefined;
  } catch {
    return undefined;
  }
}
