import type { z } from 'zod';
import { listContract, part } from './definition/contract.ts';
import { field } from './definition/field.ts';
import type { FormOf } from './definition/form.ts';
import { newsCategories } from './newsCategories.ts';
import { activeForm, confirmedTranslationForm, selectedForm, titleForm } from './words.ts';

/** The common fields of posts and embedded posts. */
const post = {
  confirmed_translation: field.flag(),
  title: field.text(),
  excerpt: field.text(),
  slug: field.slug(),
  active: field.flag(),
  featured_post: field.flag(),
  post_image: field.image({ nullable: true }),
  post_thumbnail: field.image({ nullable: true }),
  created_timestamp: field.timestamp(),
  modified_timestamp: field.modified(),
  content: field.html(),
  author: field.integer(),
};

const relatedPost = part('news-posts', 'RelatedPost', { selected: field.flag(), ...post });

export const newsPosts = listContract({
  key: 'news-posts',
  name: 'News Post List',
  fields: {
    selected: field.flag(),
    category: field.embedded(newsCategories),
    related: field.embeddedMany(relatedPost),
    files: field.json(),
    ...post,
  },
  defaultOrdering: '-created_timestamp',
});

/** A news post. */
export type NewsPost = z.output<typeof newsPosts.element>;
/** A post in another post's `related`, without `category`, `related` and `files`. */
export type RelatedPost = z.output<typeof relatedPost.element>;

export const newsPostsForm = {
  labels: { singular: { el: 'Νέο', en: 'News post' }, plural: { el: 'Νέα', en: 'News posts' } },
  columns: ['created_timestamp', 'category'],
  sort: '-created_timestamp',
  fields: {
    title: titleForm,
    excerpt: {
      label: { el: 'Περίληψη', en: 'Excerpt' },
      multiline: true,
      description: { el: 'Η πύλη τη δείχνει στις λίστες νέων.', en: 'The portal shows it in lists of news.' },
    },
    content: { label: { el: 'Κείμενο', en: 'Content' } },
    category: {
      label: { el: 'Κατηγορία', en: 'Category' },
      missing: { el: 'Επιλέξτε μια κατηγορία.', en: 'Choose a category.' },
      description: {
        el: 'Απαραίτητη για κάθε νέο που βρίσκεται στη λίστα. Πρέπει να είναι δημοσιευμένη.',
        en: 'Required for every post in the list. It must be published.',
      },
    },
    related: {
      label: { el: 'Σχετικά νέα', en: 'Related posts' },
      description: {
        el: 'Με αυτή τη σειρά. Όσα δεν είναι δημοσιευμένα παραλείπονται.',
        en: 'Shown in this order. Unpublished posts are left out.',
      },
    },
    post_image: {
      label: { el: 'Εικόνα', en: 'Image' },
      description: { el: 'Η μεγάλη εικόνα του νέου.', en: 'The large image of the post.' },
      fills: 'post_thumbnail',
    },
    post_thumbnail: {
      label: { el: 'Μικρογραφία', en: 'Thumbnail' },
      description: { el: 'Η μικρή εικόνα στις λίστες νέων.', en: 'The small image in lists of news.' },
    },
    files: {
      label: { el: 'Αρχεία (τιμή του παλιού συστήματος)', en: 'Files (value of the legacy system)' },
      description: { el: 'Δίνεται στην πύλη όπως ήρθε.', en: 'Passed to the portal unchanged.' },
    },
    created_timestamp: {
      label: { el: 'Ημερομηνία', en: 'Date' },
      sidebar: true,
      description: {
        el: 'Η πύλη δείχνει και συνήθως ταξινομεί τα νέα κατά αυτή την ημερομηνία.',
        en: 'The portal shows this date and usually sorts the news by it.',
      },
    },
    modified_timestamp: { label: { el: 'Ώρα αλλαγής στην πύλη', en: 'Last modified, on the portal' } },
    author: {
      label: { el: 'Υπογράφει', en: 'Signed by' },
      required: true,
      propose: 'author',
      description: {
        el: 'Ο αριθμός του συντάκτη στην πύλη. Προτείνεται ο δικός σας.',
        en: 'The number of the author on the portal. Yours is suggested.',
      },
    },
    slug: {},
    active: activeForm,
    featured_post: {
      label: { el: 'Προβεβλημένο', en: 'Featured' },
      description: {
        el: 'Η πύλη το προβάλλει στην αρχική σελίδα.',
        en: 'The portal highlights it on its front page.',
      },
    },
    listed: { elsewhere: { el: 'ως σχετικό άλλων νέων', en: 'as a related post of others' } },
    confirmed_translation: confirmedTranslationForm,
    selected: selectedForm,
  },
} satisfies FormOf<typeof newsPosts>;
