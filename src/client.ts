/** Client components of the admin, with the names in its import map. */

export {
  AuditCounts,
  AuditCountsCell,
  AuditDocumentCell,
  AuditFieldsCell,
  AuditNoteCell,
  AuditWhoCell,
} from './audit/cells.tsx';
export { ExportAuditLog } from './audit/ExportAuditLog.tsx';
export { AdminAids } from './editing/AdminAids.tsx';
export { CurrentPassword } from './editing/account/CurrentPassword.tsx';
export { LoginLanguage } from './editing/account/LoginLanguage.tsx';
export { PortalIcon, PortalLogo } from './editing/Branding.tsx';
export { PortalBar } from './editing/bar/PortalBar.tsx';
export { BulkBases } from './editing/base/BulkBases.tsx';
export { RestoreBase } from './editing/base/RestoreBase.tsx';
export { SaveBase } from './editing/base/SaveBase.tsx';
export { CheckedDocumentCell } from './editing/checks/components/CheckedDocumentCell.tsx';
export { Checks } from './editing/checks/components/Checks.tsx';
export { LinkAddressCell } from './editing/checks/components/LinkAddressCell.tsx';
export { RowListStyles } from './editing/checks/components/RowListStyles.tsx';
export { DraftLinks } from './editing/draftLinks/components/DraftLinks.tsx';
export { FormAids } from './editing/forms/FormAids.tsx';
export { LinkRowLabel } from './editing/forms/LinkRowLabel.tsx';
export { PublishedTime, PublishedTimeCell } from './editing/forms/PublishedTime.tsx';
export { RequiredLabel, RequiredLegend } from './editing/forms/RequiredLabel.tsx';
export { RowsTable } from './editing/forms/RowsTable.tsx';
export { SlugField } from './editing/forms/SlugField.tsx';
export { ImageCell } from './editing/images/ImageCell.tsx';
export { ImageGrid } from './editing/images/ImageGrid.tsx';
export { ImagePreview } from './editing/images/ImagePreview.tsx';
export { ImageWithoutFile } from './editing/images/ImageWithoutFile.tsx';
export { OrderButton } from './editing/order/components/OrderButton.tsx';
export { Planned } from './editing/planning/components/Planned.tsx';
export { PortalPreview } from './editing/preview/components/PortalPreview.tsx';
export { InPortal } from './editing/publication/components/InPortal.tsx';
export { PublicationCell } from './editing/publication/components/PublicationCell.tsx';
export { PublicationStatus } from './editing/publication/components/PublicationStatus.tsx';
export { PublishButton } from './editing/publication/components/PublishButton.tsx';
export { ReferenceStates } from './editing/publication/components/ReferenceStates.tsx';
export { WithdrawalReason } from './editing/publication/components/WithdrawalReason.tsx';
export { Review } from './editing/review/components/Review.tsx';
export { LimitingView } from './editing/views/LimitingView.tsx';
export { WhereUsed } from './editing/whereUsed/WhereUsed.tsx';
export { BulkSelection } from './payload/admin/BulkSelection.tsx';
export { LoginFocus } from './payload/admin/LoginFocus.tsx';
export { PhoneStyles } from './payload/admin/PhoneStyles.tsx';
export { RelationshipCell } from './payload/admin/RelationshipCell.tsx';
export { LockTime } from './payload/dates/LockTime.tsx';
export { ZonedDateField } from './payload/dates/ZonedDateField.tsx';
export { ZonedDates } from './payload/dates/ZonedDates.tsx';
export { AdminTexts } from './payload/fixedTexts/AdminTexts.tsx';
export { AccessibilityFeatureClient } from './payload/rich-text/AccessibilityFeatureClient.tsx';
export { Session } from './payload/session/Session.tsx';
export { FileFeatureClient } from './rich-text/editor/file/FileFeatureClient.tsx';
export { PortalHeadingFeatureClient } from './rich-text/editor/heading/PortalHeadingFeatureClient.tsx';
export { KeptHtmlFeatureClient } from './rich-text/editor/kept/KeptHtmlFeatureClient.tsx';
export { PortalLinkFeatureClient } from './rich-text/editor/link/PortalLinkFeatureClient.tsx';
export { PasteFeatureClient } from './rich-text/editor/paste/PasteFeatureClient.tsx';
export { PictureFeatureClient } from './rich-text/editor/picture/PictureFeatureClient.tsx';
export { PortalTableFeatureClient } from './rich-text/editor/table/PortalTableFeatureClient.tsx';
export { VideoFeatureClient } from './rich-text/editor/video/VideoFeatureClient.tsx';
