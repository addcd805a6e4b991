/** How often a sign-in may be tried. */
export { guardSignIn } from './guardSignIn.ts';
export { SignInLimits, TooManyTries } from './limits.ts';
