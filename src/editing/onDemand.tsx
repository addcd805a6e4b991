'use client';

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type Parts = typeof import('./parts.ts');

/**
 * A component that is loaded when a page first shows one of them. One import map is loaded on all pages, also on a host's own,
 * with all that it names.
 */
function onDemand<Name extends keyof Parts>(name: Name): Parts[Name] {
  const Part = lazy(async () => ({ default: (await import('./parts.ts'))[name] as ComponentType<object> }));
  return ((props: object): ReactNode => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )) as Parts[Name];
}

export const AccountAccess = onDemand('AccountAccess');
export const AuditCell = onDemand('AuditCell');
export const AuditField = onDemand('AuditField');
export const AuthorNumber = onDemand('AuthorNumber');
export const CheckedDocumentCell = onDemand('CheckedDocumentCell');
export const Checks = onDemand('Checks');
export const ChosenImage = onDemand('ChosenImage');
export const CurrentPassword = onDemand('CurrentPassword');
export const DraftLinks = onDemand('DraftLinks');
export const ExportAuditLog = onDemand('ExportAuditLog');
export const FormAids = onDemand('FormAids');
export const ImageCell = onDemand('ImageCell');
export const ImagePreview = onDemand('ImagePreview');
export const InPortal = onDemand('InPortal');
export const LinkAddressCell = onDemand('LinkAddressCell');
export const LoginLanguage = onDemand('LoginLanguage');
export const MoreLabel = onDemand('MoreLabel');
export const Opener = onDemand('Opener');
export const OrderButton = onDemand('OrderButton');
export const OrderList = onDemand('OrderList');
export const Planned = onDemand('Planned');
export const PortalPreview = onDemand('PortalPreview');
export const PublicationCell = onDemand('PublicationCell');
export const PublicationStatus = onDemand('PublicationStatus');
export const PublishButton = onDemand('PublishButton');
export const PublishedTime = onDemand('PublishedTime');
export const PublishedTimeCell = onDemand('PublishedTimeCell');
export const ReferenceStates = onDemand('ReferenceStates');
export const RelationshipCell = onDemand('RelationshipCell');
export const Review = onDemand('Review');
export const RowListStyles = onDemand('RowListStyles');
export const RowsTable = onDemand('RowsTable');
export const SaveBase = onDemand('SaveBase');
export const SignInCode = onDemand('SignInCode');
export const UnpublishButton = onDemand('UnpublishButton');
export const VersionLink = onDemand('VersionLink');
export const WithoutRefused = onDemand('WithoutRefused');
export const ZonedDateField = onDemand('ZonedDateField');
