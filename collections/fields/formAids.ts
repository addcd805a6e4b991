/** What a form has beyond Payload's; for `beforeDocumentControls`. */
export const formAids = ['payload-portal-content/client#FormAids'];
