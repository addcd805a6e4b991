/** Components of the admin that are in its import map, with their names there. */

export { SignInCode } from './editing/accounts/components/SignInCode.tsx';
export { PortalIcon, PortalLogo } from './editing/Branding.tsx';
export { PortalBar } from './editing/bar/PortalBar.tsx';
// A label gives its control a name, so it is there when the control is.
export { LinkRowLabel, RequiredLabel, RequiredLegend } from './editing/forms/FormAids.tsx';
export { ImageGrid } from './editing/ImageGrid.tsx';
export { WithdrawalReason } from './editing/publication/components/WithdrawalReason.tsx';
export { WhereUsed } from './editing/whereUsed.tsx';
export * from './onDemand.tsx';
export { AdminStyles } from './payload/admin/AdminStyles.tsx';
export { ZonedDates } from './payload/dates/ZonedDates.tsx';
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
