import { featuredSections } from '../featuredSections.ts';
import { serviceGroups } from '../serviceGroups.ts';
import { serviceUsefulLinks } from '../serviceUsefulLinks.ts';
import { newsCategories } from './newsCategories.ts';
import { newsPosts } from './newsPosts.ts';

export type { FeaturedSection } from '../featuredSections.ts';
export type { ServiceGroup } from '../serviceGroups.ts';
export type { ServiceUsefulLink } from '../serviceUsefulLinks.ts';
export type { NewsCategory } from './newsCategories.ts';
export type { NewsPost, RelatedPost } from './newsPosts.ts';
export type { ListContract } from './types.ts';
export { featuredSections, newsCategories, newsPosts, serviceGroups, serviceUsefulLinks };

/** The five lists of the contract, as clients know them. */
export const contracts = [
  featuredSections,
  serviceGroups,
  newsPosts,
  newsCategories,
  serviceUsefulLinks,
] as const;
