/** What `onDemand.tsx` loads. */

export { AuditCell, AuditField, ExportAuditLog } from './audit/cells.tsx';
export { CurrentPassword, LoginLanguage } from './editing/account.tsx';
export { AccountAccess } from './editing/accounts/components/AccountAccess.tsx';
export { Checks } from './editing/checks/components/Checks.tsx';
export { CheckedDocumentCell, LinkAddressCell, RowListStyles } from './editing/checks/components/cells.tsx';
export { DraftLinks } from './editing/draftLinks/components/DraftLinks.tsx';
export { AuthorNumber } from './editing/forms/AuthorNumber.tsx';
export { MoreLabel } from './editing/forms/MoreLabel.tsx';
export { PublishedTime, PublishedTimeCell } from './editing/forms/PublishedTime.tsx';
export { RowsTable } from './editing/forms/RowsTable.tsx';
export { ChosenImage, ImageCell, ImagePreview } from './editing/images.tsx';
export { Planned } from './editing/planning/components/Planned.tsx';
export { PortalPreview } from './editing/preview/components/PortalPreview.tsx';
export { PublishButton, UnpublishButton } from './editing/publication/components/buttons.tsx';
export { InPortal } from './editing/publication/components/InPortal.tsx';
export {
  PublicationCell,
  PublicationStatus,
  ReferenceStates,
} from './editing/publication/components/PublicationStatus.tsx';
export { Review } from './editing/review/components/Review.tsx';
export { RelationshipCell } from './payload/admin/RelationshipCell.tsx';
export { WithoutRefused } from './payload/admin/WithoutRefused.tsx';
export { ZonedDateField } from './payload/dates/ZonedDates.tsx';
