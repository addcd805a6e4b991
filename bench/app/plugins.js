/** Replaced in the app with the plugin. */
export const plugins = [];
