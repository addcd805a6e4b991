/** InvalidResumeToken, ChangeStreamFatalError, ChangeStreamHistoryLost. */
const GONE = new Set([260, 280, 286]);

/** The stream cannot go on from where it was. */
export class PlaceGone extends Error {}

interface ServerError {
  code?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/** Whether the stream cannot go on from where it was. */
export function isGone(error: unknown): boolean {
  if (error instanceof PlaceGone) return true;
  const { code, hasErrorLabel } = error as ServerError;
  return (
    GONE.has(Number(code)) ||
    Boolean(hasErrorLabel?.call(error, 'NonResumableChangeStreamError')) ||
    // The driver's own words for a stream that the database has ended.
    /ChangeStream is closed/.test(String((error as Error).message))
  );
}

/** Whether the database itself has said no, and not because its members are changing places. */
export function isRefusal(error: unknown): boolean {
  const { code, hasErrorLabel } = error as ServerError;
  return typeof code === 'number' && !hasErrorLabel?.call(error, 'ResumableChangeStreamError');
}
