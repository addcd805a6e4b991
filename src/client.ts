/** Components of the admin, by the names that its import map uses. */
export { BulkSelection } from './components/BulkSelection.tsx';
export { CurrentPassword } from './components/CurrentPassword.tsx';
export { LinkRowLabel } from './components/LinkRowLabel.tsx';
export { LockTime } from './components/LockTime.tsx';
export { RelationshipCell } from './components/RelationshipCell.tsx';
export { GreekDates } from './i18n/GreekDates.tsx';
export { KeptHtmlBlock, KeptHtmlInline } from './rich-text/components/KeptHtml.tsx';
export { KeptHtmlFeatureClient } from './rich-text/components/KeptHtmlFeatureClient.tsx';
export { Planned } from './scheduling/components/Planned.tsx';
