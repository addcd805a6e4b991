/** Dispatches `signed-in` when a user whose session had ended has signed in again. */
export const signedIn = new EventTarget();
