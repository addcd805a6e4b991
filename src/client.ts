/** Components of the admin, by the names that its import map uses. */
export { CurrentPassword } from './components/CurrentPassword.tsx';
export { LinkRowLabel } from './components/LinkRowLabel.tsx';
export { RelationshipCell } from './components/RelationshipCell.tsx';
export { GreekDates } from './i18n/GreekDates.tsx';
export { ZonedDates } from './i18n/ZonedDates.tsx';
export { InPortal } from './publication/components/InPortal.tsx';
export { PublicationCell } from './publication/components/PublicationCell.tsx';
export { PublicationStatus } from './publication/components/PublicationStatus.tsx';
export { ReferenceStates } from './publication/components/ReferenceStates.tsx';
export { VersionsView } from './publication/components/VersionsView.tsx';
export { KeptHtmlBlock, KeptHtmlInline } from './rich-text/components/KeptHtml.tsx';
export { KeptHtmlFeatureClient } from './rich-text/components/KeptHtmlFeatureClient.tsx';
