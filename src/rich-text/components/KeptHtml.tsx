'use client';
import {
  useBlockComponentContext,
  useInlineBlockComponentContext,
} from '@payloadcms/richtext-lexical/client';
import { useFormFields, useTranslation } from '@payloadcms/ui';
import { type CSSProperties, type SyntheticEvent, useState } from 'react';
import { describeHtml } from './describeHtml.ts';

const SHOW_SOURCE = { en: 'Show HTML', el: 'Προβολή του κώδικα' };
const PREVIEW = { en: 'Preview', el: 'Προεπισκόπηση' };

/** Higher previews scroll (pixels). */
const MAX_HEIGHT = 420;

const sourceStyle: CSSProperties = {
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 240,
  overflow: 'auto',
};
const labelStyle: CSSProperties = { flexGrow: 1, overflowWrap: 'anywhere' };
const frameStyle: CSSProperties = { border: 0, width: '100%', background: '#fff', display: 'block' };

function useKeptHtml() {
  const html = useFormFields(([fields]) => fields?.html?.value);
  const { i18n } = useTranslation();
  return {
    html: typeof html === 'string' ? html : '',
    language: i18n.language === 'el' ? 'el' : 'en',
  } as const;
}

/** Block-level HTML that the editor lacks: shown as it looks, kept as it is. */
export function KeptHtmlBlock() {
  const { BlockCollapsible } = useBlockComponentContext();
  const { html, language } = useKeptHtml();
  const { label, detail, visible } = describeHtml(html, language);
  return (
    <BlockCollapsible
      editButton={false}
      Label={
        <span className="kept-html__label" style={labelStyle}>
          <strong>{label}</strong> {detail}
        </span>
      }
    >
      {visible && <Preview html={html} title={`${PREVIEW[language]}: ${label}`} />}
      <details>
        <summary>{SHOW_SOURCE[language]}</summary>
        <pre className="kept-html__source" style={sourceStyle}>
          {html}
        </pre>
      </details>
    </BlockCollapsible>
  );
}

/** Inline HTML that the editor lacks: a small label, its HTML in a tooltip. */
export function KeptHtmlInline() {
  const { InlineBlockContainer, RemoveButton } = useInlineBlockComponentContext();
  const { html, language } = useKeptHtml();
  const { label, detail } = describeHtml(html, language);
  const chip = (
    <>
      <span className="kept-html__label" title={html}>
        <strong>{label}</strong> {detail}
      </span>
      {RemoveButton && <RemoveButton />}
    </>
  );
  return InlineBlockContainer ? <InlineBlockContainer>{chip}</InlineBlockContainer> : chip;
}

/**
 * The HTML in a frame where nothing runs: no scripts, forms or navigation (sandbox), and nothing loaded but pictures and
 * sound (policy). It shares our origin only so that its height can be read.
 */
function Preview({ html, title }: { html: string; title: string }) {
  const [height, setHeight] = useState(80);
  const measure = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const page = event.currentTarget.contentDocument?.documentElement;
    if (page) setHeight(Math.min(page.scrollHeight, MAX_HEIGHT));
  };
  return (
    <iframe
      className="kept-html__preview"
      loading="lazy"
      onLoad={measure}
      sandbox="allow-same-origin"
      srcDoc={pageOf(html)}
      style={{ ...frameStyle, height }}
      title={title}
    />
  );
}

const POLICY = "default-src 'none'; img-src * data:; media-src *; style-src 'unsafe-inline'; font-src *";

function pageOf(html: string): string {
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>body{margin:8px;font:14px sans-serif}img,video{max-width:100%}</style>`;
  return `<!doctype html><html><head>${head}</head><body>${html}</body></html>`;
}
