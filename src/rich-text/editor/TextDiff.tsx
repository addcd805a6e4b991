import { LexicalDiffComponent } from '@payloadcms/richtext-lexical/rsc';
import { type ComponentProps, cloneElement, type FunctionComponent, type ReactElement } from 'react';
import { spaced, withSpaces } from '../../payload/rich-text/spaces.ts';
import { withNamedParts } from './namedParts.ts';

type Html = ReactElement<{ dangerouslySetInnerHTML: { __html: string } }> | null;

/** Payload's comparison as a function: what it makes has its two sides in it. */
const compare = LexicalDiffComponent as FunctionComponent<never> as (
  props: ComponentProps<typeof LexicalDiffComponent>,
) => Promise<ReactElement<{ From: Html; To: Html }>>;

/** What two versions of a text differ in, as Payload shows it, with the pieces of kept HTML by what they are. */
export async function TextDiff(props: ComponentProps<typeof LexicalDiffComponent>) {
  const { language } = props.i18n;
  const compared = await compare({
    ...props,
    comparisonValue: forComparison(props.comparisonValue, language),
    versionValue: forComparison(props.versionValue, language),
  });
  const { From, To } = compared.props;
  return cloneElement(compared, { From: withItsSpaces(From), To: withItsSpaces(To) });
}

function forComparison(state: unknown, language: string): unknown {
  const text = (key: string, value: unknown) =>
    key === 'text' && typeof value === 'string' ? withSpaces(value) : value;
  return JSON.parse(JSON.stringify(withNamedParts(state, language) ?? null), text);
}

function withItsSpaces(side: Html): Html {
  if (!side) return side;
  const { __html } = side.props.dangerouslySetInnerHTML;
  return cloneElement(side, { dangerouslySetInnerHTML: { __html: spaced(__html) } });
}
