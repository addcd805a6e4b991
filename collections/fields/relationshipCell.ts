/** What shows a relationship or an upload in the columns of a list view; the component says why it isn't Payload's. */
export const relationshipCell = { Cell: 'payload-portal-content/client#RelationshipCell' };
