import { escapeUTF8 } from 'entities/escape';

/**
 * HTML as a page for a sandboxed frame. Nothing is loaded but images and the style sheet, and nothing runs.
 * @param styleSheet an https address
 */
export function pageOf(html: string, styleSheet: string | null): string {
  const styles = styleSheet ? ` ${new URL(styleSheet).origin}` : '';
  const policy = `default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'${styles}`;
  const own = styleSheet
    ? `<link rel="stylesheet" href="${escapeUTF8(styleSheet)}">`
    : '<style>body{margin:8px;font:16px/1.5 sans-serif;overflow-wrap:anywhere}img,video,table{max-width:100%}</style>';
  const marks =
    '<style>.portal-new{background:#d3f3d8;color:#0b3d16;text-decoration:underline}.portal-gone{background:#fbdcda;color:#6d1410}' +
    '[data-portal-new],.portal-new img{outline:3px dashed #1a7f37}.portal-gone img{outline:3px dashed #b3261e;opacity:.6}' +
    '.portal-text{white-space:pre-line}</style>';
  const head = `<meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="Content-Security-Policy" content="${policy}">${own}${marks}`;
  return `<!doctype html><html lang="el"><head>${head}</head><body>${html}</body></html>`;
}
