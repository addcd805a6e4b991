import { ReadableStream } from 'node:stream/web';
import { type Endpoint, Forbidden, type PayloadRequest, type Where } from 'payload';
import { may } from '../../collections/policies/may.ts';
import { portalOf } from '../../collections/portal/portal.ts';
import { pagesByTime } from '../payload/database/pagesByTime.ts';
import { AUDIT_LOG, type AuditRow } from './actions.ts';
import { actionText, noteText } from './words.ts';

const PAGE = 100;
const COLUMNS = [
  'at',
  'action',
  'title',
  'who',
  'writer',
  'fields',
  'note',
  'address',
  'collectionSlug',
  'document',
  'version',
  'request',
] as const;

/** `GET /portal-audit-log/export?where[…]`: what the filter finds, newest first, as CSV (RFC 4180) that spreadsheets read as UTF-8, in the reader's language. */
export const exportEndpoint: Omit<Endpoint, 'root'> = {
  path: '/export',
  method: 'get',
  handler: async (req) => {
    if (!(await may.readAuditLog(req))) throw new Forbidden(req.t);
    const where = (req.query.where ?? {}) as Where;
    // Refuses a wrong filter before the answer begins.
    await req.payload.find({ collection: AUDIT_LOG as never, limit: 1, overrideAccess: false, req, where });
    const body = ReadableStream.from(linesOf(req, where)) as unknown as BodyInit;
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit-log.csv"',
        'Cache-Control': 'no-store',
      },
    });
  },
};

/** The lines of what a filter finds, newest first. Each page is read when the client has taken the one before. */
async function* linesOf(req: PayloadRequest, where: Where): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const line = lineIn(req);
  const pages = pagesByTime<AuditRow>({
    path: 'at',
    timeOf: ({ at }) => at,
    size: PAGE,
    newestFirst: true,
    read: async (beyond) => {
      const page = { limit: PAGE, pagination: false, sort: '-at', where: { and: [where, ...beyond] } };
      return (await req.payload.db.find<AuditRow>({ collection: AUDIT_LOG, ...page })).docs;
    },
  });
  yield encoder.encode(`\ufeff${COLUMNS.join(separatorIn(req))}\r\n`);
  for await (const rows of pages) yield encoder.encode(rows.map(line).join(''));
}

/** Spreadsheets in Greek take a comma for part of a number. */
const separatorIn = ({ i18n }: PayloadRequest) => (i18n.language === 'el' ? ';' : ',');

/** Writes entries as lines, with times as spreadsheets read and sort them, in the portal's time zone. */
function lineIn(req: PayloadRequest): (row: AuditRow) => string {
  const { i18n, payload } = req;
  const { language } = i18n;
  const separator = separatorIn(req);
  const { timeZone } = portalOf(payload.config);
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (row) => {
    const said = {
      ...row,
      at: time.format(new Date(row.at)),
      action: actionText(row, language),
      note: noteText(row, { timeZone, language }),
    };
    return `${COLUMNS.map((name) => cell(said[name] ?? '')).join(separator)}\r\n`;
  };
}

/** What a spreadsheet may take for the beginning of a formula: at the beginning of a text, or of what another separator would make a cell. */
const FORMULA = /^(?=\s)|(?<=^|[;,\t\r\n])(?=[ "']*[=+\-@＝＋－＠])/g;

/** Quoted, and with a ' before what a spreadsheet would take for a formula. */
const cell = (text: string) => `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;
