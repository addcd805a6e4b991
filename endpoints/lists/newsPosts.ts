import { defineList } from './definition/defineList.ts';
import { toJson } from './definition/json.ts';
import { imageFields, imageOf, required } from './definition/references.ts';
import type { Embed, EncodeContext, NewDocument, StoredDocument } from './definition/types.ts';
import { flagOf, integerOf, keptOf, listOf, textOf } from './definition/values.ts';
import { newsPosts as contract, type RelatedPost } from './elements/newsPosts.ts';
import { newsCategories } from './newsCategories.ts';

/** The news. */
export const newsPosts = defineList({
  ...contract,
  encode(document, context) {
    const category = required(context, 'news-categories', document.category, 'category');
    const { id, selected, ...others } = postOf(document, context, '');
    return {
      id,
      selected,
      category: newsCategories.encode(category, context),
      related: relatedOf(document, context).map((post) => postOf(post, context, 'related.')),
      files: keptOf(document.files),
      ...others,
    };
  },
  decode({ category, related, files, ...post }, embed) {
    return {
      ...postFields(post, embed),
      category: embed('news-categories', { ...newsCategories.decode(category, embed), listed: false }),
      related: related.map((other) =>
        embed('news-posts', {
          ...postFields(other, embed),
          listed: false,
          category: null,
          related: [],
          files: null,
        }),
      ),
      files: files === null ? null : toJson(files),
      listed: true,
    };
  },
});

function relatedOf(document: StoredDocument, context: EncodeContext): StoredDocument[] {
  // A related post that is not published is left out; nothing is missing then.
  return listOf(document.related).flatMap((id) => context.find('news-posts', String(id)) ?? []);
}

function postOf(document: StoredDocument, context: EncodeContext, place: '' | 'related.'): RelatedPost {
  return {
    id: document.api_id,
    selected: flagOf(document.selected),
    confirmed_translation: flagOf(document.confirmed_translation),
    title: textOf(document.title),
    excerpt: textOf(document.excerpt),
    slug: textOf(document.slug),
    active: flagOf(document.active),
    featured_post: flagOf(document.featured_post),
    post_image: imageOf(document, 'post_image', context, { field: `${place}post_image` }),
    post_thumbnail: imageOf(document, 'post_thumbnail', context, { field: `${place}post_thumbnail` }),
    created_timestamp: textOf(document.created_timestamp),
    modified_timestamp: textOf(document.modified_timestamp),
    content: textOf(document.content),
    author: integerOf(document.author),
  };
}

function postFields({ id, post_image, post_thumbnail, ...post }: RelatedPost, embed: Embed): NewDocument {
  return {
    api_id: id,
    position: null,
    ...post,
    ...imageFields('post_image', post_image, embed),
    ...imageFields('post_thumbnail', post_thumbnail, embed),
  };
}
