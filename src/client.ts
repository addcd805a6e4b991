/** Components of the admin, by the names that its import map uses. */

export { AdminAids } from './components/AdminAids.tsx';
export { BulkSelection } from './components/BulkSelection.tsx';
export { CurrentPassword } from './components/CurrentPassword.tsx';
export { FormAids } from './components/form/FormAids.tsx';
export { ImageCell } from './components/ImageCell.tsx';
export { ImageGrid } from './components/ImageGrid.tsx';
export { ImagePreview } from './components/ImagePreview.tsx';
export { LinkRowLabel } from './components/LinkRowLabel.tsx';
export { LockTime } from './components/LockTime.tsx';
export { PhoneStyles } from './components/PhoneStyles.tsx';
export { PortalName } from './components/PortalName.tsx';
export { PublishedTime, PublishedTimeCell } from './components/PublishedTime.tsx';
export { RelationshipCell } from './components/RelationshipCell.tsx';
export { SlugField } from './components/SlugField.tsx';
export { WhereUsed } from './components/WhereUsed.tsx';
export { ZonedDateField } from './components/ZonedDateField.tsx';
export { AdminTexts } from './i18n/AdminTexts.tsx';
export { ZonedDates } from './i18n/ZonedDates.tsx';
export { InPortal } from './publication/components/InPortal.tsx';
export { PublicationCell } from './publication/components/PublicationCell.tsx';
export { PublicationStatus } from './publication/components/PublicationStatus.tsx';
export { ReferenceStates } from './publication/components/ReferenceStates.tsx';
export { VersionsView } from './publication/components/VersionsView.tsx';
export { AccessibilityFeatureClient } from './rich-text/components/AccessibilityFeatureClient.tsx';
export { KeptHtmlBlock, KeptHtmlInline } from './rich-text/components/KeptHtml.tsx';
export { KeptHtmlFeatureClient } from './rich-text/components/KeptHtmlFeatureClient.tsx';
export { Planned } from './scheduling/components/Planned.tsx';
