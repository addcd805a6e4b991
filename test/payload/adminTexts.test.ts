import { importDateFNSLocale } from '@payloadcms/translations';
import { format, formatDistance } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { AdminTexts } from '../../src/payload/i18n/AdminTexts.tsx';

const i18n = vi.hoisted(() => ({ language: '', dateFNS: {} as typeof enUS | undefined }));
// The admin's own module asks for style sheets, which Node cannot load.
vi.mock('@payloadcms/ui', () => ({
  useTranslation: () => ({ i18n }),
}));

function Page(): ReactNode {
  const locale = i18n.dateFNS;
  const date = new Date(2026, 4, 1, 12);
  return `${format(date, 'EEEE d MMMM', { locale })}, ${formatDistance(date, new Date(2026, 4, 1, 12, 5), { locale })}`;
}

describe('dates in the admin', () => {
  it.each([
    ['el', enUS, 'Παρασκευή 1 Μαΐου, 5 λεπτά'],
    ['el', undefined, 'Παρασκευή 1 Μαΐου, 5 λεπτά'],
    ['en', enUS, 'Friday 1 May, 5 minutes'],
  ])('speak the language of the page: %s', (language, dateFNS, expected) => {
    Object.assign(i18n, { language, dateFNS });
    expect(renderToStaticMarkup(createElement(AdminTexts, null, createElement(Page)))).toBe(expected);
  });

  it('need AdminTexts as long as Payload cannot load the Greek formats itself', async () => {
    const key = 'el' as string as Parameters<typeof importDateFNSLocale>[0];
    expect(await importDateFNSLocale(key)).toBe(undefined);
  });
});
