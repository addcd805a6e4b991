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
  const head = `<meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="Content-Security-Policy" content="${policy}">${own}`;
  return `<!doctype html><html lang="el"><head>${head}</head><body>${html}</body></html>`;
}
