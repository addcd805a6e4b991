/** Components of the admin, by the names that its import map uses. */
export { CurrentPassword } from './components/CurrentPassword.tsx';
export { LinkRowLabel } from './components/LinkRowLabel.tsx';
export { PhoneStyles } from './components/PhoneStyles.tsx';
export { RelationshipCell } from './components/RelationshipCell.tsx';
export { SlugField } from './components/SlugField.tsx';
export { GreekDates } from './i18n/GreekDates.tsx';
export { KeptHtmlBlock, KeptHtmlInline } from './rich-text/components/KeptHtml.tsx';
export { KeptHtmlFeatureClient } from './rich-text/components/KeptHtmlFeatureClient.tsx';
