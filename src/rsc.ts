/** Server components of the admin, with the names in its import map. */

export { FormAids, Opened, SaveBase } from './editing/base/opened.tsx';
export { Dashboard } from './editing/dashboard/Dashboard.tsx';
export { SampleGuide } from './editing/dashboard/SampleGuide.tsx';
export { TimeDiff, WordsDiff } from './editing/forms/ValueDiff.tsx';
export { OrderLink, OrderView } from './editing/order/components/OrderView.tsx';
export { VersionsView } from './editing/publication/components/VersionsView.tsx';
export { ProviderSignIn } from './openid/ProviderSignIn.tsx';
export { TextDiff } from './rich-text/editor/TextDiff.tsx';
