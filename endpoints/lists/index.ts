import type { contracts } from './contracts.ts';
import { defineList } from './definition/defineList.ts';
import type { Element, List } from './definition/types.ts';
import { featuredSections as featuredSectionsContract, featuredSectionsForm } from './featuredSections.ts';
import { newsCategories as newsCategoriesContract, newsCategoriesForm } from './newsCategories.ts';
import { newsPosts as newsPostsContract, newsPostsForm } from './newsPosts.ts';
import { serviceGroups as serviceGroupsContract, serviceGroupsForm } from './serviceGroups.ts';
import {
  serviceUsefulLinks as serviceUsefulLinksContract,
  serviceUsefulLinksForm,
} from './serviceUsefulLinks.ts';

export * as z from 'zod';
export { type FieldsContract, listContract, type Part, part } from './definition/contract.ts';
export { defineList } from './definition/defineList.ts';
export { ElementRefused, MissingReference, type Problem } from './definition/errors.ts';
export type * from './definition/field.ts';
export { field } from './definition/field.ts';
export type * from './definition/form.ts';
export { KeptJson, keptOf, toJson } from './definition/json.ts';
export { isTimestamp } from './definition/schemas.ts';
export { isStorable, isWebAddress } from './definition/texts.ts';
export type {
  Element,
  Embed,
  EncodeContext,
  FieldsDefinition,
  Kind,
  List,
  ListDefinition,
  NewDocument,
  StoredDocument,
} from './definition/types.ts';

/** The groups under which the portal shows its services. */
export const serviceGroups = defineList({ ...serviceGroupsContract, form: serviceGroupsForm });

/** The useful links of the portal's services. */
export const serviceUsefulLinks = defineList({ ...serviceUsefulLinksContract, form: serviceUsefulLinksForm });

/** The sections of the portal's front page. */
export const featuredSections = defineList({ ...featuredSectionsContract, form: featuredSectionsForm });

/** The categories of news posts. */
export const newsCategories = defineList({ ...newsCategoriesContract, form: newsCategoriesForm });

/** The news. */
export const newsPosts = defineList({ ...newsPostsContract, form: newsPostsForm });

/** The keys of the five lists. */
export type ContractKey = (typeof contracts)[number]['key'];

/** The five lists of the contract. */
export const lists: readonly List<Element, ContractKey>[] = [
  featuredSections,
  serviceGroups,
  newsPosts,
  newsCategories,
  serviceUsefulLinks,
];
