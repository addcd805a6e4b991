/** Client components of the admin, with the names in its import map. */

export { AuditCell, AuditField, ExportAuditLog } from './audit/cells.tsx';
export { CurrentPassword, LoginLanguage } from './editing/account.tsx';
export { AccountAccess } from './editing/accounts/components/AccountAccess.tsx';
export { SignInCode } from './editing/accounts/components/SignInCode.tsx';
export { PortalIcon, PortalLogo } from './editing/Branding.tsx';
export { PortalBar } from './editing/bar/PortalBar.tsx';
export { Checks } from './editing/checks/components/Checks.tsx';
export { CheckedDocumentCell, LinkAddressCell, RowListStyles } from './editing/checks/components/cells.tsx';
export { DraftLinks } from './editing/draftLinks/components/DraftLinks.tsx';
export { AuthorNumber } from './editing/forms/AuthorNumber.tsx';
export { LinkRowLabel, RequiredLabel, RequiredLegend } from './editing/forms/FormAids.tsx';
export { MoreLabel } from './editing/forms/MoreLabel.tsx';
export { PublishedTime, PublishedTimeCell } from './editing/forms/PublishedTime.tsx';
export { RowsTable } from './editing/forms/RowsTable.tsx';
export { ImageGrid } from './editing/ImageGrid.tsx';
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
export { WithdrawalReason } from './editing/publication/components/WithdrawalReason.tsx';
export { Review } from './editing/review/components/Review.tsx';
export { WhereUsed } from './editing/whereUsed.tsx';
export { AdminStyles } from './payload/admin/AdminStyles.tsx';
export { RelationshipCell } from './payload/admin/RelationshipCell.tsx';
export { WithoutRefused } from './payload/admin/WithoutRefused.tsx';
export { ZonedDateField, ZonedDates } from './payload/dates/ZonedDates.tsx';
export { AdminTexts } from './payload/i18n/AdminTexts.tsx';
export { AccessibilityFeatureClient } from './payload/rich-text/AccessibilityFeatureClient.tsx';
export { Session } from './payload/session.tsx';
export { FileFeatureClient } from './rich-text/editor/FileFeatureClient.tsx';
export { KeptHtmlFeatureClient } from './rich-text/editor/kept/KeptHtmlFeatureClient.tsx';
export { PictureFeatureClient } from './rich-text/editor/PictureFeatureClient.tsx';
export { PortalHeadingFeatureClient } from './rich-text/editor/PortalHeadingFeatureClient.tsx';
export { PortalTableFeatureClient } from './rich-text/editor/PortalTableFeatureClient.tsx';
export { PortalToolbarFeatureClient } from './rich-text/editor/PortalToolbarFeatureClient.tsx';
export { PasteFeatureClient } from './rich-text/editor/paste/PasteFeatureClient.tsx';
export { VideoFeatureClient } from './rich-text/editor/VideoFeatureClient.tsx';
