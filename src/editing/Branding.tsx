'use client';

import { getTranslation } from '@payloadcms/translations';
import { useTranslation } from '@payloadcms/ui';
import type { CSSProperties } from 'react';
import type { Label } from '../../endpoints/lists/index.ts';

const LOGO: CSSProperties = { display: 'block', maxWidth: '100%', maxHeight: '8rem', margin: '0 auto' };

/** Replaces Payload's logo. */
export interface Branding {
  /** Shown on the sign-in page and, without a logo, at the top of all other pages. */
  name: Label;
  /** The address of an image: absolute, or a path on the admin's own server. */
  logo?: string | undefined;
}

/** The logo and name above the sign-in form. */
export function PortalLogo({ name, logo }: Branding) {
  const { i18n } = useTranslation();
  return (
    <div style={{ textAlign: 'center' }}>
      {/* biome-ignore lint/performance/noImgElement: next/image takes no addresses of servers that it was not told of */}
      {logo && <img src={logo} alt="" style={LOGO} />}
      <h1>{getTranslation(name, i18n)}</h1>
    </div>
  );
}

/** The link to the dashboard at the top of each page: the logo, or an icon with the name, which is hidden on phones. */
export function PortalIcon({ name, logo }: Branding) {
  const { i18n } = useTranslation();
  const text = getTranslation(name, i18n);
  return (
    <span className="portal-icon">
      <style href="portal-icon" precedence="default">
        {ICON}
      </style>
      {logo ? (
        // biome-ignore lint/performance/noImgElement: as above
        <img src={logo} alt={text} />
      ) : (
        <>
          <svg viewBox="0 0 18 18" fill="none" stroke="currentColor" aria-hidden="true">
            <path d="M2 9 9 2.5 16 9M4 7.5V15.5H14V7.5M7.5 15.5V10.5H10.5V15.5" />
          </svg>
          <span className="portal-icon__name">{text}</span>
        </>
      )}
    </span>
  );
}

// Payload limits the link to a square of 18 px.
const ICON = `
.step-nav__home:has(.portal-icon) { width: auto; flex-shrink: 0; }
.step-nav span:has(> .portal-icon), .step-nav .portal-icon { display: flex; align-items: center; gap: 0.4em; max-width: none; }
.portal-icon img { height: 18px; max-width: 8rem; object-fit: contain; }
.portal-icon svg { width: 18px; height: 18px; flex-shrink: 0; }
.step-nav .portal-icon__name { max-width: 16rem; }
@media (max-width: 768px) {
  .step-nav .portal-icon__name { display: none; }
  .portal-icon img { max-width: 5rem; }
}
`;
