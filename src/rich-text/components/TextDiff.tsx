import { LexicalDiffComponent } from '@payloadcms/richtext-lexical/rsc';
import type { RichTextFieldDiffServerComponent } from 'payload';
import { withNamedParts } from './namedParts.ts';

/** What two versions of a text differ in, as Payload shows it, with the pieces of kept HTML by what they are. */
export const TextDiff: RichTextFieldDiffServerComponent = ({ comparisonValue, versionValue, ...others }) => {
  const { language } = others.i18n;
  return (
    <LexicalDiffComponent
      {...others}
      comparisonValue={withNamedParts(comparisonValue, language)}
      versionValue={withNamedParts(versionValue, language)}
    />
  );
};
