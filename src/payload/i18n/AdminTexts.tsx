'use client';
import { useTranslation } from '@payloadcms/ui';
import { el } from 'date-fns/locale/el';
import { type ReactNode, useEffect } from 'react';
import { translate } from './bilingual.ts';
import { FIXED_TEXTS, NAMES } from './el/fixedTexts.ts';

/**
 * Translates what Payload's translations do not cover: months, days and durations ("5 λεπτά"), and the {@link FIXED_TEXTS}; and
 * gives controls without a name or a role one (WCAG 4.1.2). A provider for `admin.components.providers`.
 *
 * Payload loads date formats from a fixed list without Greek. All components read them from this context object, so they are
 * set before the children render, and again whenever Payload creates a new object.
 */
export function AdminTexts({ children }: { children?: ReactNode }) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  // Another provider may have replaced the locale by one with a time zone.
  if (language === 'el' && i18n.dateFNS?.code !== el.code) i18n.dateFNS = el;
  useEffect(
    () => keep(document.body, language === 'el' ? [...GREEK, ...named(language)] : named(language)),
    [language],
  );
  return children;
}

/** What a text of the page, or an attribute, has to be. */
interface Rule {
  /** CSS selector of the elements. */
  at: string;
  /** Without it, the element's own text nodes. */
  attribute?: string | undefined;
  /** Gives the text itself where nothing is to change. */
  textOf(text: string, element: Element): string;
}

const GREEK: Rule[] = Object.entries(FIXED_TEXTS).map(([place, texts]) => {
  const [at = '', attribute] = place.split('@');
  const textOf = (text: string) =>
    texts.reduce(
      (now, [english, greek]) =>
        typeof english === 'string' && now.trim() !== english ? now : now.replace(english, greek),
      text,
    );
  return { at, attribute, textOf };
});

/** The text of an element, without the mark of a required field. */
const nameOf = (element: Element | null | undefined) => element?.textContent?.trim().replace(/\*$/, '') ?? '';

/** The name of a control is the text of `part` within `whole`, which it is in. */
const namedBy = (at: string, whole: string, part: string): Rule => ({
  at,
  attribute: 'aria-label',
  textOf: (text, element) => nameOf(element.closest(whole)?.querySelector(part)) || text,
});

const always = (at: string, attribute: string, value: string): Rule => ({
  at,
  attribute,
  textOf: () => value,
});

const REQUIRED =
  '.field-type:has(> .field-label > .required) > .field-type__wrap :is(input, textarea):not([type=hidden])';

/** What Payload writes for a label that is an object of translations, or unknown. */
const UNRESOLVED = /\[object Object\]|\{\{label\}\}/;

const RULES: Rule[] = [
  // The second selector is for fields whose documents are chosen from a list.
  namedBy('.field-type .rs__input, .field-type [class*="-dummyInput"]', '.field-type', '.field-label'),
  namedBy('.payload-settings__language .rs__input', '.payload-settings__language', '.field-label'),
  // The label includes the number beside the name.
  namedBy('.doc-tab', '.doc-tab', '.doc-tab__label'),
  namedBy('.date-time-picker input', '.field-type', '.field-label'),
  namedBy('td .checkbox-input input', 'tr', 'td a'),
  namedBy('.doc-header', '.doc-header', 'h1'),
  namedBy('.relationship-add-new__add-button', '.relationship-add-new__add-button', '.tooltip-content'),
  // Payload gives it the slug, or the key of the field. The heading may be rendered later.
  namedBy('dialog[id]:has(h1, h2, h3)', 'dialog', 'h1, h2, h3'),
  { ...namedBy('.checkbox-input input[title]', '.checkbox-input', 'label'), attribute: 'title' },
  ...['aria-label', 'title'].map((attribute) => ({
    at: '.sort-column button, .card a, .list-header__create-new-button',
    attribute,
    textOf: (text: string, element: Element) => {
      const whole = element.closest('.sort-column, .card, .list-header');
      const label = nameOf(whole?.querySelector('.sort-column__label, .card__title, .list-header__title'));
      return text.replace(UNRESOLVED, () => label);
    },
  })),
  // `aria-required` replaces the star on the label, which screen readers would read aloud.
  always('.field-label > .required', 'aria-hidden', 'true'),
  always(REQUIRED, 'aria-required', 'true'),
  // These buttons are hidden from screen readers, so Tab skips them. The field itself opens and clears.
  always('.rs__indicators [aria-hidden=true]', 'tabindex', '-1'),
  // A value that can be dragged has buttons inside, so it is none. Payload gives its classes to the button that removes it, too.
  always('.multi-value.draggable:not(button)', 'role', 'group'),
  // A list element without items.
  always('.doc-tabs__tabs', 'role', 'group'),
  // Landmarks, for navigation within a page.
  always('.collection-list, .dashboard, .not-found, .template-minimal__wrap', 'role', 'main'),
  always('.list-header', 'role', 'group'),
  always('.doc-header', 'role', 'region'),
  always('.array-field__title, .group-field__title, .payload-settings h3', 'aria-level', '2'),
];

function named(language: string): Rule[] {
  const names = Object.entries(NAMES).map(([at, name]) => ({
    at,
    attribute: 'aria-label',
    // One that it has stays, or two rules for one control would take turns for ever.
    textOf: (text: string) =>
      text === '' || text === name.el || text === name.en ? translate(name, language) : text,
  }));
  return [...RULES, ...names];
}

/** Applies the rules below `root`, now and after every change. Gives a function that stops it. */
function keep(root: Element, rules: Rule[]): () => void {
  const anywhere = rules.map(({ at }) => at).join();
  const applyTo = (element: Element | null) => {
    if (!element?.matches(anywhere)) return;
    for (const rule of rules) if (element.matches(rule.at)) apply(rule, element);
  };
  const applyBelow = (node: Node) => {
    if (!(node instanceof Element)) return;
    applyTo(node);
    node.querySelectorAll(anywhere).forEach(applyTo);
  };
  // It runs before the browser paints, and before screen readers get the change.
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      applyTo(element);
      // The name of a dialog comes from its heading.
      applyTo(element?.closest('dialog') ?? null);
      addedNodes.forEach(applyBelow);
    }
  });
  const attributes = [...new Set(rules.flatMap(({ attribute }) => attribute ?? []))];
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: attributes,
  });
  applyBelow(root);
  return () => observer.disconnect();
}

function apply({ attribute, textOf }: Rule, element: Element): void {
  if (attribute !== undefined) {
    const value = element.getAttribute(attribute) ?? '';
    const text = textOf(value, element);
    if (text !== value) element.setAttribute(attribute, text);
    return;
  }
  for (const node of element.childNodes) {
    if (!(node instanceof Text)) continue;
    const text = textOf(node.data, element);
    if (text !== node.data) node.data = text;
  }
}
