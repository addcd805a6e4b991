/** Components of the admin that are rendered on the server, by the names that its import map uses. */

export { TimeDiff, WordsDiff } from './components/diff/ValueDiff.tsx';
export { ForgotPassword } from './components/ForgotPassword.tsx';
export { Dashboard } from './dashboard/Dashboard.tsx';
export { TextDiff } from './rich-text/components/TextDiff.tsx';
