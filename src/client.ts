/** Components of the admin, by the names that its import map uses. */
export { CurrentPassword } from './components/CurrentPassword.tsx';
export { ImageCell } from './components/ImageCell.tsx';
export { ImageGrid } from './components/ImageGrid.tsx';
export { ImagePreview } from './components/ImagePreview.tsx';
export { LinkRowLabel } from './components/LinkRowLabel.tsx';
export { RelationshipCell } from './components/RelationshipCell.tsx';
export { WhereUsed } from './components/WhereUsed.tsx';
export { GreekDates } from './i18n/GreekDates.tsx';
export { KeptHtmlBlock, KeptHtmlInline } from './rich-text/components/KeptHtml.tsx';
export { KeptHtmlFeatureClient } from './rich-text/components/KeptHtmlFeatureClient.tsx';
