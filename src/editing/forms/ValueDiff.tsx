import {
  escapeDiffHTML,
  FieldDiffContainer,
  getHTMLDiffComponents,
  unescapeDiffHTML,
} from '@payloadcms/ui/rsc';
import type { TextFieldDiffServerComponent } from 'payload';
import type { ComponentProps } from 'react';
import { portalOf } from '../../../collections/portal/portal.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';
import { spaced, withSpaces } from '../../payload/rich-text/spaces.ts';

/** Compares two versions of a plain text, character by character. */
export const WordsDiff: TextFieldDiffServerComponent = (props) => (
  <Sides {...props} html={(value) => `<p>${withSpaces(escapeDiffHTML(String(value ?? '')))}</p>`} />
);

/** Compares two versions of a time in the portal's time zone, with the exact values as tooltips. */
export const TimeDiff: TextFieldDiffServerComponent = (props) => {
  const style = { timeZone: portalOf(props.req.payload.config).timeZone, language: props.i18n.language };
  const html = (value: unknown) => {
    if (typeof value !== 'string' || value === '') return '<p></p>';
    const exact = escapeDiffHTML(value);
    const time = `<time datetime="${exact}" title="${exact}">${escapeDiffHTML(formatTime(value, style))}</time>`;
    // Payload's markup for dates: they change as a whole, even within a minute.
    return `<div class="date-diff" data-enable-match="true" data-date="${exact}"><p>${time}</p></div>`;
  };
  return <Sides {...props} className="date-diff" html={html} />;
};

type SidesProps = ComponentProps<TextFieldDiffServerComponent> & {
  /** Renders a value for the comparison. */
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
