import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** An account as a row of a file tells it. */
export interface UserRow {
  /** The line on which the row ends. */
  line: number;
  email: string;
  authorId: number;
  name: string;
  role: string;
}

/** What is wrong with a file, on a line or on the whole. */
export interface FileProblem {
  line?: number;
  text: string;
}

/** What a file of accounts says, and what is wrong with it. */
export interface UsersFile {
  rows: UserRow[];
  problems: FileProblem[];
}

/** What a row has to be. */
export interface RowRules {
  roles: readonly string[];
  isEmail(value: string): boolean;
}

const COLUMNS = ['author_id', 'email', 'name', 'role'] as const;

const NO_UTF8 = 'The file is not in UTF-8. Save it as "CSV UTF-8", and start again.';

/** Reads a file of accounts to its end. Nothing is looked up. */
export function readUsersFile(bytes: Uint8Array, rules: RowRules): UsersFile {
  try {
    // The decoder takes a byte order mark away.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
    return judged(recordsOf(text), rules);
  } catch (error) {
    if (error instanceof CsvError) return nothing([`The file is no CSV: ${error.message}.`]);
    if (error instanceof TypeError) return nothing([NO_UTF8]);
    throw error;
  }
}

const nothing = (problems: string[]): UsersFile => ({
  rows: [],
  problems: problems.map((text) => ({ text })),
});

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Where a comma is the decimal sign, spreadsheets put semicolons between columns. */
function recordsOf(text: string): CsvRecord[] {
  const [header = ''] = text.trimStart().split('\n', 1);
  const delimiter = header.includes(';') ? ';' : ',';
  const options = {
    delimiter,
    info: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    trim: true,
  };
  return parse(text, options) as unknown as CsvRecord[];
}

function judged([header, ...records]: CsvRecord[], rules: RowRules): UsersFile {
  const { record: cells = [] } = header ?? {};
  // Spreadsheets leave empty columns at the end, and people write `Author ID`.
  const columns = cells.slice(0, cells.findLastIndex((each) => each !== '') + 1);
  const names = columns.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '_'),
  );
  const wrong = [
    ...COLUMNS.filter((each) => !names.includes(each)).map((each) => `There is no column ${each}.`),
    ...names
      .filter((each, at) => !COLUMNS.includes(each as never) || names.indexOf(each) < at)
      .map((each) => `There is a column "${columns[names.indexOf(each)]}" too many.`),
  ];
  if (wrong.length > 0) {
    const first = `The first line has to name the columns ${COLUMNS.join(',')}, in any order.`;
    return nothing([first, ...wrong]);
  }
  if (records.length === 0) return nothing(['There is no account in the file.']);
  const schema = rowSchema(rules);
  const file: UsersFile = { rows: [], problems: [] };
  for (const { record, info } of records) {
    const { lines: line } = info;
    const { row, problems } = rowOf(record, names, schema);
    if (row) file.rows.push({ line, ...row });
    file.problems.push(...problems.map((text) => ({ line, text })));
  }
  file.problems.push(...repeated(file.rows));
  return file;
}

type RowSchema = ReturnType<typeof rowSchema>;

function rowSchema({ roles, isEmail }: RowRules) {
  return z
    .object({
      author_id: z
        .string()
        .trim()
        .regex(/^\d+$/, { error: ({ input }) => `author_id has to be a whole number, and is "${input}".` })
        .transform(Number)
        .refine(Number.isSafeInteger, { error: 'author_id has too many digits.' }),
      email: z
        .string()
        .trim()
        .toLowerCase()
        .refine(isEmail, { error: ({ input }) => `"${input}" is no e-mail address.` }),
      name: z
        .string()
        .trim()
        .regex(/^[^\n]*$/, { error: 'name has several lines: is a quotation mark missing?' }),
      role: z
        .string()
        .trim()
        .toLowerCase()
        .pipe(
          z.enum(roles, {
            error: ({ input }) => `role has to be one of ${roles.join(', ')}, and is "${input}".`,
          }),
        ),
    })
    .transform(({ author_id, ...row }) => ({ ...row, authorId: author_id }));
}

function rowOf(record: string[], names: string[], schema: RowSchema) {
  if (record.length < names.length || record.slice(names.length).some((value) => value !== '')) {
    return { problems: [`there are ${record.length} values for ${names.length} columns.`] };
  }
  const read = schema.safeParse(Object.fromEntries(names.map((name, at) => [name, record[at]])));
  return { row: read.data, problems: (read.error?.issues ?? []).map(({ message }) => message) };
}

function repeated(rows: readonly UserRow[]): FileProblem[] {
  return rows.flatMap(({ line, email, authorId }, at) => {
    const before = rows.slice(0, at);
    const sameEmail = before.find((each) => each.email === email);
    const sameNumber = before.find((each) => each.authorId === authorId);
    return [
      ...(sameEmail ? [{ line, text: `${email} is in line ${sameEmail.line} already.` }] : []),
      ...(sameNumber ? [{ line, text: `author ${authorId} is in line ${sameNumber.line} already.` }] : []),
    ];
  });
}
