import {
  type CollectionConfig,
  type Field,
  flattenTopLevelFields,
  type GlobalBeforeOperationHook,
  type GlobalConfig,
} from 'payload';
import { unknownKeys } from '../endpoints/lists/definition/check.ts';
import { isPlainHost, isWebAddress } from '../endpoints/lists/definition/texts.ts';
import { KEY_IN_PATTERN } from '../endpoints/lists/documentLinks.ts';
import type { Label, List } from '../endpoints/lists/index.ts';
import { collationLabel, collations } from '../endpoints/read-model/index.ts';
import { type Bilingual, bilingual, translate } from '../src/payload/i18n/bilingual.ts';
import { allows } from './access/index.ts';
import { baseFields, editorField } from './fields/identity.ts';
import { formAids } from './fields/smallFields.ts';
import { bilingualOf } from './fieldsOfList.ts';
import { may } from './policies/may.ts';
import { type Portal, settingsGroup } from './portal/portal.ts';

/**
 * The pattern of the public addresses of a list's elements.
 * @param keys the keys that may stand in it, in braces
 */
function addressField(keys: string[]): Field {
  const named = keys.map((key) => `{${key}}`).join(', ');
  return {
    name: 'address',
    type: 'text',
    label: bilingual('Διεύθυνση στην πύλη', 'Address on the portal'),
    admin: {
      description: bilingual(
        `Για συνδέσμους μέσα στα κείμενα, π.χ. https://www.portal.example/el/news/{slug}. Ό,τι είναι σε άγκιστρα αλλάζει σε κάθε έγγραφο: ${named}. Κενό: τα κείμενα δεν μπορούν να οδηγούν εδώ.`,
        `For links in texts, such as https://www.portal.example/el/news/{slug}. What is in braces is that of each document: ${named}. Empty: texts cannot link here.`,
      ),
    },
    validate: refusing((value) => patternProblem(String(value ?? '').trim(), keys)),
  };
}

function patternProblem(pattern: string, keys: string[]): Bilingual | undefined {
  if (pattern === '') return undefined;
  const named = [...pattern.matchAll(KEY_IN_PATTERN)].map(([, key = '']) => key);
  const unknown = named.filter((key) => !keys.includes(key));
  if (unknown.length > 0) {
    const [wrong, known] = [unknown, keys].map((some) => some.map((key) => `{${key}}`).join(', '));
    return bilingual(`Άγνωστο: ${wrong}. Υπάρχουν: ${known}.`, `Unknown: ${wrong}. There are: ${known}.`);
  }
  const [beginning = ''] = pattern.split('{');
  const example = pattern.replace(KEY_IN_PATTERN, 'x');
  const isAddress = isWebAddress(example, 'typed') && !/["'<>{}]/.test(example);
  // The host has to be the portal's own, so no braces before the first path.
  if (isAddress && named.length > 0 && /^https?:\/\/[^/]+\//i.test(beginning)) return undefined;
  return NO_PATTERN;
}

const NO_PATTERN = bilingual(
  'Γράψτε ολόκληρη τη διεύθυνση μιας σελίδας της πύλης, με τουλάχιστον ένα πεδίο σε άγκιστρα μετά τον διακομιστή, π.χ. https://www.portal.example/el/news/{slug}',
  'Enter the whole address of a page of the portal, with at least one key in braces after the host, such as https://www.portal.example/el/news/{slug}',
);

/** The properties of a list that the settings use. */
interface SettingsList {
  key: string;
  label: Bilingual;
  /** Keys by which the list can be ordered, with their labels for editors. */
  keys: { key: string; label: Bilingual }[];
  defaultOrdering: string;
  /** The key of the links, if the list can show one element per link. */
  perLink: string | undefined;
  /** Keys that can stand in the public address of an element. */
  addressKeys: string[];
}

/** The keys of a list in the text of a setting: `news-posts.title, news-posts.slug`. */
export function keysNamedIn(setting: unknown, list: string): string[] {
  return namesIn(setting).flatMap((name) => (name.startsWith(`${list}.`) ? name.slice(list.length + 1) : []));
}

/** What a setting names, separated by commas. */
export const namesIn = (setting: unknown): string[] =>
  String(setting ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** A field's `validate`, from the problem that a value has. */
const refusing =
  (problemOf: (value: unknown) => Bilingual | undefined) =>
  (value: unknown, { req }: { req: { i18n: { language: string } } }): string | true => {
    const problem = problemOf(value);
    return problem === undefined || translate(problem, req.i18n.language);
  };

function checkbox(
  name: string,
  label: Bilingual,
  admin: { description: Bilingual; hidden?: boolean },
): Field {
  return { name, type: 'checkbox', defaultValue: false, label, admin };
}

/** A setting that names keys of lists. @param values what stands behind each, after `=` */
function keysSetting(
  lists: SettingsList[],
  { name, label, description }: { name: string; label: Bilingual; description: Bilingual },
  values: readonly string[] = [''],
): Field {
  const known = lists.flatMap(({ key, keys }) =>
    keys.flatMap((each) => values.map((value) => `${key}.${each.key}${value && `=${value}`}`)),
  );
  return {
    name,
    type: 'text',
    defaultValue: '',
    label,
    admin: { description },
    validate: refusing((value) => unknownKey(namesIn(value).filter((each) => !known.includes(each)))),
  };
}

const COLLATION_NAMES = collations.join(', ');

const OTHER_COLLATION = {
  name: 'otherCollation',
  label: bilingual('Πεδία με άλλη αλφαβητική σειρά', 'Keys with another collation'),
  description: bilingual(
    `Λίστα και πεδίο με τελεία ανάμεσα, όπως στις απαντήσεις της πύλης, και η σειρά του μετά το =, χωρισμένα με κόμμα: news-posts.slug=C. Σειρές: ${COLLATION_NAMES}. Κενό: όλα όπως παραπάνω.`,
    `List and key, and its collation after =, separated by commas: news-posts.slug=C. Collations: ${COLLATION_NAMES}. Leave empty to sort all of them as above.`,
  ),
};

const EMPTY_FIRST = {
  name: 'emptyFirst',
  label: bilingual('Πεδία με τα κενά πρώτα', 'Keys with empty values first'),
  description: bilingual(
    'Όταν μια λίστα ταξινομείται κατά ένα από αυτά, όσα στοιχεία δεν έχουν τιμή στέκονται στην αρχή αντί στο τέλος (σε φθίνουσα σειρά αντίστροφα). Ονόματα χωρίς το =. Η εισαγωγή βρίσκει ποια είναι.',
    'Where a list is ordered by one of these, elements without a value come first instead of last (descending, the other way round): news-posts.post_image. An import detects them.',
  ),
};

function unknownKey(names: string[]): Bilingual | undefined {
  if (names.length === 0) return undefined;
  return bilingual(`Άγνωστο πεδίο: ${names.join(', ')}.`, `Unknown key: ${names.join(', ')}.`);
}

function records(isDecided: boolean): Field {
  return checkbox('records', bilingual('Κάθε εγγραφή με το id της', 'Each record by its id'), {
    hidden: isDecided,
    description: bilingual(
      'Κάθε στοιχείο της λίστας δίνεται και μόνο του, στη διεύθυνση της λίστας με το id του στο τέλος (…/7/). Η εισαγωγή βρίσκει αν το έκανε το παλιό σύστημα.',
      'Each element of the list can be read alone, too, at the address of the list with its id at the end (…/7/). An import finds out whether the legacy system did so.',
    ),
  });
}

function listGroup(
  { key, label, keys, defaultOrdering, perLink, addressKeys }: SettingsList,
  areRecordsDecided: boolean,
): Field {
  const named = (language: keyof Bilingual) =>
    keys
      .map(({ key: each, label: { [language]: name } }) => (name === each ? each : `${each} (${name})`))
      .join(', ');
  const ordering: Field = {
    name: 'ordering',
    type: 'text',
    defaultValue: defaultOrdering,
    label: bilingual('Προεπιλεγμένη ταξινόμηση', 'Default ordering'),
    admin: {
      description: bilingual(
        `Πεδία χωρισμένα με κόμμα, με «-» μπροστά για φθίνουσα σειρά. Κενό: η σειρά της εισαγωγής. Πεδία: ${named('el')}.`,
        `Keys separated by commas, with "-" in front for descending. Leave empty for the imported order. Keys: ${named('en')}.`,
      ),
    },
    validate: refusing((value) => {
      const known = keys.map((each) => each.key);
      return unknownKey(unknownKeys(String(value ?? ''), known));
    }),
  };
  const elementPerLink = checkbox(
    'elementPerLink',
    bilingual('Ένα στοιχείο ανά σύνδεσμο', 'One element per link'),
    {
      description: bilingual(
        'Όταν η λίστα ταξινομείται κατά συνδέσμους, κάθε ενότητα εμφανίζεται μία φορά για κάθε σύνδεσμό της, όπως στο παλιό σύστημα.',
        `Where the list is ordered by ${perLink}, a section appears once for each of its links, as in the legacy system.`,
      ),
    },
  );
  return {
    name: settingsGroup(key),
    type: 'group',
    label,
    fields: [
      ordering,
      ...(perLink ? [elementPerLink] : []),
      records(areRecordsDecided),
      addressField(addressKeys),
    ],
  };
}

const ownImages = checkbox('ownImages', bilingual('Δικά μας αρχεία εικόνων', 'Our own image files'), {
  description: bilingual(
    'Για μια εικόνα που έχει αρχείο εδώ, οι λίστες δίνουν τη διεύθυνσή του αντί για εκείνη στο παλιό σύστημα.',
    'For an image that has a file here, the lists give the address of that file instead of the one in the legacy system.',
  ),
});

/**
 * Makes no number of a text that only begins with one. Payload 3.90 takes "6 months" for 6.
 *
 * Needed for: what a program sends, refused in the words of the field.
 */
export const refuseHalfNumbers: GlobalBeforeOperationHook = ({ args, global, operation }) => {
  if (operation !== 'update') return;
  const { data } = args as { data: Record<string, unknown> };
  for (const { name, type } of global.flattenedFields)
    if (type === 'number' && typeof data[name] === 'string' && Number.isNaN(Number(data[name])))
      data[name] = Number.NaN;
};

/** Which size of an image the lists give. */
const imageSize: Field = {
  name: 'imageSize',
  type: 'select',
  label: bilingual('Μέγεθος εικόνων', 'Size of images'),
  options: [
    { value: 'large', label: bilingual('Μεγάλο: έως 1920 εικονοστοιχεία', 'Large: up to 1920 pixels') },
    { value: 'small', label: bilingual('Μικρό: έως 480 εικονοστοιχεία', 'Small: up to 480 pixels') },
  ],
  admin: {
    description: bilingual(
      'Για μια εικόνα που δίνεται από εδώ, οι λίστες δίνουν τη διεύθυνση αυτού του μεγέθους, αν η ίδια είναι μεγαλύτερη. Κενό: πάντα η ίδια η εικόνα.',
      'For an image that is served from here, the lists give the address of this size if the image itself is larger. Empty: always the image itself.',
    ),
  },
};

const NO_STYLE_SHEET = bilingual(
  'Μια διεύθυνση που αρχίζει με https://, χωρίς όνομα χρήστη και κωδικό.',
  'An address that begins with https://, without user name and password.',
);

const styleSheet: Field = {
  name: 'styleSheet',
  type: 'text',
  label: bilingual('Φύλλο στυλ της πύλης', "The portal's style sheet"),
  admin: {
    description: bilingual(
      'Η διεύθυνση του φύλλου με το οποίο η πύλη δείχνει τα κείμενα, για την προεπισκόπηση («Στην πύλη»). Κενό: απλή όψη.',
      'The address of the CSS that the portal uses for texts, for the preview ("On the portal"). Leave empty for a plain look.',
    ),
  },
  validate: refusing((value) =>
    value && styleSheetOf({ styleSheet: value }) === null ? NO_STYLE_SHEET : undefined,
  ),
};

/** The address of the portal's style sheet; null if the settings name none that is valid. */
export function styleSheetOf({ styleSheet: value }: { styleSheet?: unknown }): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  if (!URL.canParse(text)) return null;
  const { host, href, password, protocol, username } = new URL(text);
  const isPlain = username === '' && password === '' && isPlainHost(host);
  return protocol === 'https:' && isPlain ? href : null;
}

const IN_ADDRESSES: readonly string[] = ['integer', 'number', 'slug', 'text', 'webAddress'];

function settingsList(list: List, collection: CollectionConfig | undefined): SettingsList {
  const { key, defaultOrdering, fields, orderable, perLink } = list;
  const stored = flattenTopLevelFields(collection?.fields ?? []);
  const labelOf = (name: string, label: unknown) =>
    bilingualOf(typeof label === 'string' || (label && typeof label === 'object') ? (label as Label) : name);
  const labelOfField = (name: string) => {
    const field = stored.find((each) => 'name' in each && each.name === name);
    return field && 'label' in field ? field.label : undefined;
  };
  // Keys with one text or number each: those of a list's own fields, or of the collection that it is made of.
  const plain = stored.flatMap((field) => {
    const isPlain = (field.type === 'text' || field.type === 'number') && !field.hidden;
    return isPlain && field.name !== 'api_id' ? [field.name] : [];
  });
  return {
    key,
    label: labelOf(collection?.slug ?? key, collection?.labels?.plural),
    keys: orderable.map((each) => ({
      key: each,
      label: labelOf(each, labelOfField(each === 'id' ? 'api_id' : each)),
    })),
    defaultOrdering,
    perLink: perLink?.field,
    addressKeys: [
      'id',
      ...plain.filter((name) => !fields || IN_ADDRESSES.includes(fields[name]?.type ?? '')),
    ],
  };
}

/**
 * The global with the orderings and collations of the lists. An import derives them from its source and stores them.
 * @param collections those of the lists
 * @param more further fields, after those of the lists
 */
export function portalSettings(
  portal: Pick<Portal, 'lists' | 'media' | 'records'>,
  collections: readonly CollectionConfig[],
  more: Field[],
): GlobalConfig {
  const lists = portal.lists.map((list, at) => settingsList(list, collections[at]));
  return {
    slug: 'portal-settings',
    lockDocuments: false,
    label: bilingual('Ρυθμίσεις της πύλης', 'Portal settings'),
    access: {
      read: allows(may.changeSettings),
      readVersions: allows(may.changeSettings),
      update: allows(may.changeSettings),
    },
    admin: {
      group: bilingual('Διαχείριση', 'Administration'),
      components: { elements: { beforeDocumentControls: formAids } },
      hideAPIURL: true,
    },
    fields: [
      {
        name: 'collation',
        type: 'select',
        required: true,
        defaultValue: 'el',
        label: bilingual('Αλφαβητική σειρά', 'Collation'),
        options: collations.map((value) => {
          const { el, en } = collationLabel(value);
          return { value, label: bilingual(`${el} (${value})`, `${en} (${value})`) };
        }),
        admin: {
          description: bilingual(
            'Πώς ταξινομούνται τα κείμενα, με τις βάσεις δεδομένων που το κάνουν έτσι. Η εισαγωγή βρίσκει ποια είχε το παλιό σύστημα.',
            'How texts are sorted, with the databases that do so. An import detects which one the legacy system used.',
          ),
        },
      },
      keysSetting(lists, OTHER_COLLATION, collations),
      keysSetting(lists, EMPTY_FIRST),
      ...(portal.media.isOwn ? [ownImages, imageSize] : []),
      styleSheet,
      ...lists.map((list) => listGroup(list, portal.records !== undefined)),
      ...more,
      editorField(),
      ...baseFields(),
    ],
  };
}
