'use client';

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type Parts = typeof import('./parts.ts');

/**
 * Components that are loaded when a page first shows one of them. One import map is loaded on all pages, also on a host's own,
 * with all that it names.
 */
const parts = new Proxy({} as Parts, { get: (_, name) => onDemand(name as keyof Parts) });

function onDemand(name: keyof Parts) {
  const Part = lazy(async () => ({ default: (await import('./parts.ts'))[name] as ComponentType<object> }));
  return (props: object): ReactNode => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

// Of forms.
export const { Checks, DraftLinks, FormAids, InPortal, Opener, Planned, PortalPreview, Review, SaveBase } =
  parts;
export const { PublicationStatus, PublishButton, ReferenceStates, UnpublishButton, VersionLink } = parts;
export const { AuditField, AuthorNumber, ChosenImage, ImagePreview, MoreLabel, PublishedTime, RowsTable } =
  parts;
export const { ZonedDateField } = parts;
// Of lists.
export const { AuditCell, CheckedDocumentCell, ImageCell, LinkAddressCell, PublicationCell } = parts;
export const { PublishedTimeCell, RelationshipCell } = parts;
export const { ExportAuditLog, OrderButton, OrderList, RowListStyles, WithoutRefused } = parts;
// Of accounts.
export const { AccountAccess, CurrentPassword, LoginLanguage } = parts;
