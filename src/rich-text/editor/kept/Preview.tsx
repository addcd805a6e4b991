import { type CSSProperties, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';

/** Higher previews scroll (pixels). */
const MAX_HEIGHT = 420;

/** Farther outside the window there is no frame. */
const NEAR = '300px';

const frameStyle: CSSProperties = {
  border: 0,
  width: '100%',
  height: '100%',
  background: '#fff',
  display: 'block',
};

/**
 * The HTML in a frame where nothing runs: no scripts, forms or navigation (sandbox), and nothing loaded but pictures and
 * sound (policy). It shares our origin only so that its height can be read. Each frame costs as much as a page, so there is
 * one only near what the window shows.
 */
export function Preview({ html, title }: { html: string; title: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const [height, setHeight] = useState(80);
  const measure = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const page = event.currentTarget.contentDocument?.documentElement;
    if (page) setHeight(Math.min(page.scrollHeight, MAX_HEIGHT));
  };
  return (
    <div ref={place} style={{ height }}>
      {isNear && (
        <iframe
          className="kept-html__preview"
          onLoad={measure}
          sandbox="allow-same-origin"
          srcDoc={pageOf(html)}
          style={frameStyle}
          title={title}
        />
      )}
    </div>
  );
}

/** True in what the window shows, and near it. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}

const POLICY = "default-src 'none'; img-src * data:; media-src *; style-src 'unsafe-inline'; font-src *";

function pageOf(html: string): string {
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>body{margin:8px;font:14px sans-serif}img,video{max-width:100%}</style>`;
  return `<!doctype html><html><head>${head}</head><body>${html}</body></html>`;
}
