/** Types of our own nodes. Nothing is imported here: what the form loads must not bring the reader of HTML with it. */

/** The node that holds block-level HTML as it is. */
export const KEPT_BLOCK = 'kept';
/** The node that holds inline HTML as it is. */
export const KEPT_INLINE = 'kept_inline';
/** The node of a video. */
export const VIDEO = 'video';
