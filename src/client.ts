/** Components of the admin that are in its import map, with their names there. */

export { SignInCode } from './editing/accounts/components/SignInCode.tsx';
export { PortalIcon, PortalLogo } from './editing/Branding.tsx';
export { PortalBar } from './editing/bar/PortalBar.tsx';
// A label gives its control a name, so it is there when the control is.
export { LinkRowLabel, RequiredLabel, RequiredLegend } from './editing/forms/labels.tsx';
export { ImageGrid } from './editing/ImageGrid.tsx';
export * from './editing/onDemand.tsx';
export { WithdrawalReason } from './editing/publication/components/WithdrawalReason.tsx';
export { WhereUsed } from './editing/whereUsed.tsx';
export { AdminStyles } from './payload/admin/AdminStyles.tsx';
export { ZonedDates } from './payload/dates/ZonedDates.tsx';
export { AdminTexts } from './payload/i18n/AdminTexts.tsx';
export { AccessibilityFeatureClient } from './payload/rich-text/AccessibilityFeatureClient.tsx';
export { Session } from './payload/session.tsx';
export * from './rich-text/editor/features.tsx';
