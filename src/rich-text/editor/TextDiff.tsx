import { LexicalDiffComponent } from '@payloadcms/richtext-lexical/rsc';
import type { ComponentProps } from 'react';
import { withNamedParts } from './namedParts.ts';

/** What two versions of a text differ in, as Payload shows it, with the pieces of kept HTML by what they are. */
export function TextDiff(props: ComponentProps<typeof LexicalDiffComponent>) {
  const { language } = props.i18n;
  return (
    <LexicalDiffComponent
      {...props}
      comparisonValue={withNamedParts(props.comparisonValue, language)}
      versionValue={withNamedParts(props.versionValue, language)}
    />
  );
}
