import { featuredSections } from './featuredSections.ts';
import { newsCategories } from './newsCategories.ts';
import { newsPosts } from './newsPosts.ts';
import { serviceGroups } from './serviceGroups.ts';
import { serviceUsefulLinks } from './serviceUsefulLinks.ts';

export type { ListContract } from './definition/types.ts';
export type { FeaturedSection } from './featuredSections.ts';
export type { NewsCategory } from './newsCategories.ts';
export type { NewsPost, RelatedPost } from './newsPosts.ts';
export type { ServiceGroup } from './serviceGroups.ts';
export type { ServiceUsefulLink } from './serviceUsefulLinks.ts';
export { featuredSections, newsCategories, newsPosts, serviceGroups, serviceUsefulLinks };

/** The five lists of the contract, for clients. */
export const contracts = [
  featuredSections,
  serviceGroups,
  newsPosts,
  newsCategories,
  serviceUsefulLinks,
] as const;
