/** What `onDemand.tsx` loads. */

export { AuditCell, AuditField, ExportAuditLog } from '../audit/cells.tsx';
export { RelationshipCell } from '../payload/admin/RelationshipCell.tsx';
export { WithoutRefused } from '../payload/admin/WithoutRefused.tsx';
export { ZonedDateField } from '../payload/dates/ZonedDates.tsx';
export { CurrentPassword, LoginLanguage } from './account.tsx';
export { AccountAccess } from './accounts/components/AccountAccess.tsx';
export { FormAids, Opener, SaveBase } from './base/SaveBase.tsx';
export { Checks } from './checks/components/Checks.tsx';
export { CheckedDocumentCell, LinkAddressCell, RowListStyles } from './checks/components/cells.tsx';
export { DraftLinks } from './draftLinks/components/DraftLinks.tsx';
export { AuthorNumber } from './forms/AuthorNumber.tsx';
export { MoreLabel } from './forms/MoreLabel.tsx';
export { PublishedTime, PublishedTimeCell } from './forms/PublishedTime.tsx';
export { RowsTable } from './forms/RowsTable.tsx';
export { ChosenImage, ImageCell, ImagePreview } from './images.tsx';
export { OrderButton, OrderList } from './order/components/OrderList.tsx';
export { Planned } from './planning/components/Planned.tsx';
export { PortalPreview } from './preview/components/PortalPreview.tsx';
export { PublishButton, UnpublishButton, VersionLink } from './publication/components/buttons.tsx';
export { InPortal } from './publication/components/InPortal.tsx';
export {
  PublicationCell,
  PublicationStatus,
  ReferenceStates,
} from './publication/components/PublicationStatus.tsx';
export { Review } from './review/components/Review.tsx';
