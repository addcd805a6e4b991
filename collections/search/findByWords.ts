import type { CollectionBeforeOperationHook, Where } from 'payload';
import { fieldsWithRole } from '../fields/roles.ts';
import { words } from './words.ts';

/**
 * Finds what has all the words that are asked for, in any order. A list view asks the field of the words, and what chooses
 * a document asks for its title: both with `like`.
 */
export const findByWords: CollectionBeforeOperationHook = ({ args, collection, operation }) => {
  const { where } = args as { where?: Where };
  const [search] = fieldsWithRole(collection.flattenedFields, 'search');
  if (!where || !search || (operation !== 'read' && operation !== 'count')) return args;
  const asked = [search.name, collection.admin.useAsTitle];
  return { ...args, where: inWords(where, asked, search.name) };
};

function inWords(where: Where, asked: unknown[], search: string): Where {
  const conditions = Object.entries(where).map(([key, value]): Where => {
    if (Array.isArray(value)) return { [key]: value.map((each) => inWords(each, asked, search)) };
    const { like, ...others } = value as { like?: unknown };
    if (!asked.includes(key) || typeof like !== 'string' || Object.keys(others).length > 0)
      return { [key]: value } as Where;
    return { [search]: { like: words(like).join(' ') || like } };
  });
  return conditions.length === 1 ? (conditions[0] as Where) : { and: conditions };
}
