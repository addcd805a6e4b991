/** Counter of the ranks of links; an import raises it above every rank it gave. */
export const LINK_RANK_COUNTER = 'link-rank';
