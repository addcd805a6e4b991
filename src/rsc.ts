/** Server components of the admin, with the names in its import map. */

export { ForgotPassword } from './admin/account/ForgotPassword.tsx';
export { TimeDiff, WordsDiff } from './admin/diff/ValueDiff.tsx';
export { Dashboard } from './editorial/dashboard/Dashboard.tsx';
export { SampleGuide } from './editorial/dashboard/SampleGuide.tsx';
export { VersionsView } from './editorial/publication/components/VersionsView.tsx';
export { TextDiff } from './rich-text/editor/components/TextDiff.tsx';
