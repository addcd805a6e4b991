'use client';
import type {
  ClientFeature,
  FeatureProviderClient,
  PluginComponent,
  ToolbarGroup,
  ToolbarGroupItem,
} from '@payloadcms/richtext-lexical';
import {
  createClientFeature,
  FixedToolbarFeatureClient,
  HeadingFeatureClient,
  slashMenuBasicGroupWithItems,
  TableFeatureClient,
  toolbarAddDropdownGroupWithItems,
  toolbarFormatGroupWithItems,
  toolbarTextDropdownGroupWithItems,
  UploadFeatureClient,
} from '@payloadcms/richtext-lexical/client';
import type { LexicalCommand, LexicalEditor } from '@payloadcms/richtext-lexical/lexical';
import { type ComponentType, lazy } from 'react';
import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { NAMES, toolbar } from '../../payload/i18n/el/fixedTexts.ts';
import { openTableMenu } from '../../payload/rich-text/tableMenu.ts';
import { VIDEO } from '../nodeTypes.ts';
import { OPEN_FILES, OPEN_VIDEO } from './commands.ts';
import type { FileProps } from './FileList.tsx';
import { keptNodes } from './kept/keptNodes.ts';
import { videoNode } from './videoNode.ts';

type Parts = typeof import('./parts.ts');

const made: Partial<Record<keyof Parts, ComponentType<object>>> = {};

/**
 * What an editor of texts shows and does. It is loaded with the first editor: this module is loaded on all pages. An editor without
 * it is not shown.
 */
function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const load = async () => ({ default: (await import('./parts.ts'))[name] as ComponentType<object> });
  made[name] ??= lazy(load);
  return made[name] as unknown as Parts[Name];
}

const plugin = (name: keyof Parts, position: 'belowContainer' | 'normal' = 'normal') => ({
  Component: part(name) as PluginComponent,
  position,
});

const KeptHtmlBlock = part('KeptHtmlBlock');
const KeptHtmlInline = part('KeptHtmlInline');
const VideoBlock = part('VideoBlock');

type Feature<Props = undefined> = ReturnType<typeof createClientFeature<Props>>;

/** What is pasted comes without its looks, and the "/" menu is searched without accents. */
export const PasteFeatureClient: Feature<{ media: string }> = createClientFeature(({ props }) => ({
  plugins: [plugin('Paste')],
  sanitizedClientFeatureProps: props,
}));

export const KeptHtmlFeatureClient: Feature<{ media: string }> = createClientFeature(({ props }) => ({
  nodes: keptNodes(
    (kept) => <KeptHtmlBlock {...kept} media={props.media} />,
    (kept) => <KeptHtmlInline {...kept} media={props.media} />,
  ),
  plugins: [plugin('KeptPlaces')],
  sanitizedClientFeatureProps: props,
}));

export const FileFeatureClient: Feature<FileProps> = createClientFeature(({ props }) => ({
  plugins: [plugin('FileList')],
  sanitizedClientFeatureProps: props,
  ...choice('file', bilingual('Αρχείο', 'File'), ['file', 'pdf', 'αρχειο'], {
    icon: 'M5.5 3.5h6l3 3v10h-9zM11.5 3.5v3h3M7.5 10.5h5M7.5 13.5h5',
    command: OPEN_FILES,
  }),
}));

export const VideoFeatureClient: Feature<{ hosts: string[] }> = createClientFeature(({ props }) => ({
  nodes: [videoNode((video) => <VideoBlock {...video} />)],
  plugins: [plugin('VideoForm')],
  sanitizedClientFeatureProps: props,
  ...choice(VIDEO, bilingual('Βίντεο', 'Video'), ['video', 'youtube'], {
    icon: 'M3.5 5.5h13v9h-13zM8.5 8l4 2-4 2z',
    command: OPEN_VIDEO,
  }),
}));

type Opened<Given> = { icon: string; command: LexicalCommand<Given | null> };

/** What is offered in the "/" menu and in the toolbar's menu of what can be added. */
function choice<Given>(key: string, name: Bilingual, keywords: string[], { icon, command }: Opened<Given>) {
  const item = {
    key,
    label: inLanguage(name),
    onSelect: ({ editor }: { editor: LexicalEditor }) => editor.dispatchCommand(command, null),
  };
  return {
    slashMenu: { groups: [slashMenuBasicGroupWithItems([{ ...item, Icon: drawing(icon), keywords }])] },
    toolbarFixed: {
      groups: [toolbarAddDropdownGroupWithItems([{ ...item, ChildComponent: drawing(icon) }])],
    },
  };
}

const drawing = (path: string) => () => (
  <svg aria-hidden="true" className="icon" fill="none" height="20" viewBox="0 0 20 20" width="20">
    <path d={path} stroke="currentColor" />
  </svg>
);

function inLanguage(name: Bilingual) {
  return ({ i18n }: { i18n: { language: string } }) => translate(name, i18n.language);
}

type Provider<Given, Props> = FeatureProviderClient<Given, Props>;
type Args<Given, Props> = Parameters<
  Extract<Provider<Given, Props>['feature'], (...args: never) => unknown>
>[0];

/** A client feature of Payload, changed. */
function changed<Given, Props>(
  own: Provider<Given, Props>,
  change: (feature: ClientFeature<Props>, args: Args<Given, Props>) => ClientFeature<Props>,
): Provider<Given, Props> {
  const featureOf = (args: Args<Given, Props>) =>
    typeof own.feature === 'function' ? own.feature(args) : own.feature;
  return { ...own, feature: (args) => change(featureOf(args), args) };
}

/** Payload's headings, without h1 in its menus, and without what makes an h6 of every imported h1. */
export const PortalHeadingFeatureClient: typeof HeadingFeatureClient = (props) =>
  changed(
    HeadingFeatureClient({ ...props, enabledHeadingSizes: ['h2', 'h3', 'h4', 'h5', 'h6'] }),
    (feature) => ({ ...feature, plugins: [] }),
  );

/** Payload's uploads, which offer images only. */
export const PictureFeatureClient: typeof UploadFeatureClient = (props) =>
  changed(UploadFeatureClient(props), (feature) => ({
    ...feature,
    // The list takes the place of Payload's, so it comes after that.
    plugins: [...(feature.plugins ?? []), plugin('ImageList')],
  }));

const TABLE = inLanguage(bilingual('Πίνακας', 'Table'));

/** Payload's tables, in the language of the admin and with captions. */
export const PortalTableFeatureClient: typeof TableFeatureClient = (props) =>
  changed(TableFeatureClient(props), ({ plugins = [], slashMenu, toolbarFixed, ...feature }) => ({
    ...feature,
    // Lines with `|` in a pasted or typed text are no tables yet.
    markdownTransformers: [],
    plugins: [...plugins, plugin('TableAids'), plugin('TableTools', 'belowContainer')],
    slashMenu: {
      groups: withItems(slashMenu?.groups, (item) => ({
        ...item,
        label: TABLE,
        // In a table there can't be another: there, what makes one opens the menu of the one that is there.
        onSelect: (args) => void (openTableMenu(args.editor) || item.onSelect(args)),
      })),
    },
    toolbarFixed: { groups: withItems(toolbarFixed?.groups, (item) => ({ ...item, label: TABLE })) },
  }));

function withItems<Group extends { items: object[] }>(
  groups: Group[] | undefined,
  change: (item: Group['items'][number]) => Group['items'][number],
): Group[] {
  return (groups ?? []).map((group) => ({ ...group, items: group.items.map(change) }));
}

const BUTTONS = ['bold', 'italic', 'unorderedList', 'orderedList', 'link'];

/** Payload's toolbar above a text, with the buttons that most texts need; the others are in the menu of the kinds of paragraphs. */
export const PortalToolbarFeatureClient: typeof FixedToolbarFeatureClient = (props) =>
  changed(FixedToolbarFeatureClient(props), (feature, { resolvedFeatures }) => {
    for (const each of resolvedFeatures.values()) {
      if (each.toolbarFixed) each.toolbarFixed = { groups: each.toolbarFixed.groups.flatMap(regrouped) };
    }
    return feature;
  });

/** Payload has no names for the formats of words. */
function nameOf(key: string): NonNullable<ToolbarGroupItem['label']> {
  const name = NAMES[toolbar(key)];
  return name ? inLanguage(name) : key;
}

function regrouped(group: ToolbarGroup): ToolbarGroup[] {
  if (group.key === 'add') return [group];
  const isButton = ({ key }: { key: string }) => BUTTONS.includes(key);
  const buttons = group.items
    .filter(isButton)
    .map((item) => ({ ...item, order: BUTTONS.indexOf(item.key) + 1 }));
  const before = group.key === 'text' ? 0 : (group.order ?? 0);
  const others = group.items
    .filter((item) => !isButton(item))
    .map((item) => ({
      ...item,
      order: before + (item.order ?? 0),
      label: item.label ?? nameOf(item.key),
    }));
  return [
    toolbarFormatGroupWithItems(buttons),
    { ...toolbarTextDropdownGroupWithItems(others), maxActiveItems: 3 } as ToolbarGroup,
  ].filter(({ items }) => items.length > 0);
}
