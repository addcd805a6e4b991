import {
  escapeDiffHTML,
  FieldDiffContainer,
  getHTMLDiffComponents,
  unescapeDiffHTML,
} from '@payloadcms/ui/rsc';
import type { TextFieldDiffServerComponent } from 'payload';
import type { ComponentProps } from 'react';
import { portalOf } from '../../../collections/portal/portal.ts';
import { formatTime } from '../../i18n/zonedTime.ts';
import { spaced, withSpaces } from '../../payload/rich-text/spaces.ts';

/** What two versions of a text without formatting differ in, character by character. */
export const WordsDiff: TextFieldDiffServerComponent = (props) => (
  <Sides {...props} html={(value) => `<p>${withSpaces(escapeDiffHTML(String(value ?? '')))}</p>`} />
);

/** The times of two versions, as the portal's clocks show them; each has its exact value behind it. */
export const TimeDiff: TextFieldDiffServerComponent = (props) => {
  const style = { timeZone: portalOf(props.req.payload.config).timeZone, language: props.i18n.language };
  const html = (value: unknown) => {
    if (typeof value !== 'string' || value === '') return '<p></p>';
    const exact = escapeDiffHTML(value);
    const time = `<time datetime="${exact}" title="${exact}">${escapeDiffHTML(formatTime(value, style))}</time>`;
    // As Payload marks its own dates: changed as a whole, also within a minute.
    return `<div class="date-diff" data-enable-match="true" data-date="${exact}"><p>${time}</p></div>`;
  };
  return <Sides {...props} className="date-diff" html={html} />;
};

type SidesProps = ComponentProps<TextFieldDiffServerComponent> & {
  /** What is compared of a value. */
  html(value: unknown): string;
  className?: string;
};

function Sides({
  className = '',
  comparisonValue,
  field,
  html,
  i18n,
  locale,
  nestingLevel = 0,
  versionValue,
}: SidesProps) {
  const { From, To } = getHTMLDiffComponents({
    fromHTML: html(comparisonValue),
    toHTML: html(versionValue),
    postProcess: (diff) => spaced(unescapeDiffHTML(diff)),
    tokenizeByCharacter: true,
  });
  const label = { label: field.label, ...(locale && { locale }) };
  return (
    <FieldDiffContainer
      className={className}
      From={From}
      To={To}
      i18n={i18n}
      label={label}
      nestingLevel={nestingLevel}
    />
  );
}
