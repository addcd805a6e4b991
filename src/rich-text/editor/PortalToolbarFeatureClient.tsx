'use client';
import type { ToolbarGroup, ToolbarGroupItem } from '@payloadcms/richtext-lexical';
import {
  FixedToolbarFeatureClient,
  toolbarFormatGroupWithItems,
  toolbarTextDropdownGroupWithItems,
} from '@payloadcms/richtext-lexical/client';
import { translate } from '../../payload/i18n/bilingual.ts';
import { NAMES, toolbar } from '../../payload/i18n/el/fixedTexts.ts';

const BUTTONS = ['bold', 'italic', 'unorderedList', 'orderedList', 'link'];

/** Payload's toolbar above a text, with the buttons that most texts need; the others are in the menu of the kinds of paragraphs. */
export const PortalToolbarFeatureClient: typeof FixedToolbarFeatureClient = (props) => {
  const own = FixedToolbarFeatureClient(props);
  return {
    ...own,
    feature: (args) => {
      for (const each of args.resolvedFeatures.values()) {
        if (each.toolbarFixed) each.toolbarFixed = { groups: each.toolbarFixed.groups.flatMap(regrouped) };
      }
      return typeof own.feature === 'function' ? own.feature(args) : own.feature;
    },
  };
};

/** Payload has no names for the formats of words. */
const named: (key: string) => NonNullable<ToolbarGroupItem['label']> = (key) => {
  const name = NAMES[toolbar(key)];
  return name ? ({ i18n }) => translate(name, i18n.language) : key;
};

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
      label: item.label ?? named(item.key),
    }));
  return [
    toolbarFormatGroupWithItems(buttons),
    { ...toolbarTextDropdownGroupWithItems(others), maxActiveItems: 3 } as ToolbarGroup,
  ].filter(({ items }) => items.length > 0);
}
