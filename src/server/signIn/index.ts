/** Limits for sign-in attempts. */
export { guardSignIn } from './guardSignIn.ts';
export { SignInLimits, TooManyTries } from './limits.ts';
