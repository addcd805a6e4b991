/** Components of the admin, by the names that its import map uses. */
export { AdminAids } from './components/AdminAids.tsx';
export { CurrentPassword } from './components/CurrentPassword.tsx';
export { FormAids } from './components/form/FormAids.tsx';
export { LinkRowLabel } from './components/LinkRowLabel.tsx';
export { RelationshipCell } from './components/RelationshipCell.tsx';
export { AdminTexts } from './i18n/AdminTexts.tsx';
export { AccessibilityFeatureClient } from './rich-text/components/AccessibilityFeatureClient.tsx';
export { KeptHtmlBlock, KeptHtmlInline } from './rich-text/components/KeptHtml.tsx';
export { KeptHtmlFeatureClient } from './rich-text/components/KeptHtmlFeatureClient.tsx';
