import { InPortal as InPortal_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { Checks as Checks_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { RequiredLegend as RequiredLegend_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { RequiredLabel as RequiredLabel_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { WordsDiff as WordsDiff_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { RscEntryLexicalCell as RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { RscEntryLexicalField as RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { LexicalDiffComponent as LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { AccessibilityFeatureClient as AccessibilityFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PasteFeatureClient as PasteFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { KeptHtmlFeatureClient as KeptHtmlFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { FileFeatureClient as FileFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PictureFeatureClient as PictureFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { VideoFeatureClient as VideoFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PortalTableFeatureClient as PortalTableFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { HorizontalRuleFeatureClient as HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlockquoteFeatureClient as BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { LinkFeatureClient as LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { OrderedListFeatureClient as OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnorderedListFeatureClient as UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { IndentFeatureClient as IndentFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { AlignFeatureClient as AlignFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { InlineCodeFeatureClient as InlineCodeFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SuperscriptFeatureClient as SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SubscriptFeatureClient as SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { StrikethroughFeatureClient as StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnderlineFeatureClient as UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BoldFeatureClient as BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ItalicFeatureClient as ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { PortalHeadingFeatureClient as PortalHeadingFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ParagraphFeatureClient as ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { PortalToolbarFeatureClient as PortalToolbarFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { TextDiff as TextDiff_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { LinkRowLabel as LinkRowLabel_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { RelationshipCell as RelationshipCell_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ChosenImage as ChosenImage_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { WhereUsed as WhereUsed_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { MoreLabel as MoreLabel_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PublicationCell as PublicationCell_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { AdminStyles as AdminStyles_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { OrderLink as OrderLink_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { Opened as Opened_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { WithoutRefused as WithoutRefused_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { FormAids as FormAids_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { Planned as Planned_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PortalPreview as PortalPreview_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { Review as Review_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { DraftLinks as DraftLinks_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PublishButton as PublishButton_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PublicationStatus as PublicationStatus_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { UnpublishButton as UnpublishButton_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { VersionsView as VersionsView_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { OrderView as OrderView_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { ReferenceStates as ReferenceStates_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ZonedDateField as ZonedDateField_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PublishedTimeCell as PublishedTimeCell_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PublishedTime as PublishedTime_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { TimeDiff as TimeDiff_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { AuthorNumber as AuthorNumber_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ImageCell as ImageCell_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ImagePreview as ImagePreview_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ImageGrid as ImageGrid_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { AccountAccess as AccountAccess_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { CurrentPassword as CurrentPassword_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { RowsTable as RowsTable_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { AuditCell as AuditCell_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { AuditField as AuditField_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { RowListStyles as RowListStyles_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ExportAuditLog as ExportAuditLog_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { CheckedDocumentCell as CheckedDocumentCell_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { LinkAddressCell as LinkAddressCell_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { QueryPresetsAccessCell as QueryPresetsAccessCell_2b8867833a34864a02ddf429b0728a40 } from '@payloadcms/next/client'
import { QueryPresetsWhereCell as QueryPresetsWhereCell_2b8867833a34864a02ddf429b0728a40 } from '@payloadcms/next/client'
import { QueryPresetsWhereField as QueryPresetsWhereField_2b8867833a34864a02ddf429b0728a40 } from '@payloadcms/next/client'
import { QueryPresetsColumnsCell as QueryPresetsColumnsCell_2b8867833a34864a02ddf429b0728a40 } from '@payloadcms/next/client'
import { QueryPresetsColumnField as QueryPresetsColumnField_2b8867833a34864a02ddf429b0728a40 } from '@payloadcms/next/client'
import { QueryPresetsGroupByCell as QueryPresetsGroupByCell_2b8867833a34864a02ddf429b0728a40 } from '@payloadcms/next/client'
import { QueryPresetsGroupByField as QueryPresetsGroupByField_2b8867833a34864a02ddf429b0728a40 } from '@payloadcms/next/client'
import { PortalBar as PortalBar_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PortalIcon as PortalIcon_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { PortalLogo as PortalLogo_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { SignInCode as SignInCode_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { LoginLanguage as LoginLanguage_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { SampleGuide as SampleGuide_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { Dashboard as Dashboard_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'
import { AdminTexts as AdminTexts_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { Session as Session_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { WithdrawalReason as WithdrawalReason_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { ZonedDates as ZonedDates_4bca7eb6d2381bfb8d2e476a0a9afde0 } from 'payload-portal-content/client'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'
import { ProviderSignIn as ProviderSignIn_8fae12a4faf066e55435f19aea4e8aaa } from 'payload-portal-content/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "payload-portal-content/client#InPortal": InPortal_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#Checks": Checks_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#RequiredLegend": RequiredLegend_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#RequiredLabel": RequiredLabel_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/rsc#WordsDiff": WordsDiff_8fae12a4faf066e55435f19aea4e8aaa,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalCell": RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalField": RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#LexicalDiffComponent": LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e,
  "payload-portal-content/client#AccessibilityFeatureClient": AccessibilityFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PasteFeatureClient": PasteFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#KeptHtmlFeatureClient": KeptHtmlFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#FileFeatureClient": FileFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PictureFeatureClient": PictureFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#VideoFeatureClient": VideoFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PortalTableFeatureClient": PortalTableFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "@payloadcms/richtext-lexical/client#HorizontalRuleFeatureClient": HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BlockquoteFeatureClient": BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#LinkFeatureClient": LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#OrderedListFeatureClient": OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnorderedListFeatureClient": UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#IndentFeatureClient": IndentFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#AlignFeatureClient": AlignFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#InlineCodeFeatureClient": InlineCodeFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SuperscriptFeatureClient": SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SubscriptFeatureClient": SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#StrikethroughFeatureClient": StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnderlineFeatureClient": UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BoldFeatureClient": BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ItalicFeatureClient": ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "payload-portal-content/client#PortalHeadingFeatureClient": PortalHeadingFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "@payloadcms/richtext-lexical/client#ParagraphFeatureClient": ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "payload-portal-content/client#PortalToolbarFeatureClient": PortalToolbarFeatureClient_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/rsc#TextDiff": TextDiff_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/client#LinkRowLabel": LinkRowLabel_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#RelationshipCell": RelationshipCell_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#ChosenImage": ChosenImage_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#WhereUsed": WhereUsed_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#MoreLabel": MoreLabel_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PublicationCell": PublicationCell_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#AdminStyles": AdminStyles_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/rsc#OrderLink": OrderLink_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/rsc#Opened": Opened_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/client#WithoutRefused": WithoutRefused_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/rsc#FormAids": FormAids_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/client#Planned": Planned_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PortalPreview": PortalPreview_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#Review": Review_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#DraftLinks": DraftLinks_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PublishButton": PublishButton_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PublicationStatus": PublicationStatus_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#UnpublishButton": UnpublishButton_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/rsc#VersionsView": VersionsView_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/rsc#OrderView": OrderView_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/client#ReferenceStates": ReferenceStates_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#ZonedDateField": ZonedDateField_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PublishedTimeCell": PublishedTimeCell_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PublishedTime": PublishedTime_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/rsc#TimeDiff": TimeDiff_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/client#AuthorNumber": AuthorNumber_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#ImageCell": ImageCell_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#ImagePreview": ImagePreview_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#ImageGrid": ImageGrid_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#AccountAccess": AccountAccess_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#CurrentPassword": CurrentPassword_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#RowsTable": RowsTable_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#AuditCell": AuditCell_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#AuditField": AuditField_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#RowListStyles": RowListStyles_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#ExportAuditLog": ExportAuditLog_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#CheckedDocumentCell": CheckedDocumentCell_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#LinkAddressCell": LinkAddressCell_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "@payloadcms/next/client#QueryPresetsAccessCell": QueryPresetsAccessCell_2b8867833a34864a02ddf429b0728a40,
  "@payloadcms/next/client#QueryPresetsWhereCell": QueryPresetsWhereCell_2b8867833a34864a02ddf429b0728a40,
  "@payloadcms/next/client#QueryPresetsWhereField": QueryPresetsWhereField_2b8867833a34864a02ddf429b0728a40,
  "@payloadcms/next/client#QueryPresetsColumnsCell": QueryPresetsColumnsCell_2b8867833a34864a02ddf429b0728a40,
  "@payloadcms/next/client#QueryPresetsColumnField": QueryPresetsColumnField_2b8867833a34864a02ddf429b0728a40,
  "@payloadcms/next/client#QueryPresetsGroupByCell": QueryPresetsGroupByCell_2b8867833a34864a02ddf429b0728a40,
  "@payloadcms/next/client#QueryPresetsGroupByField": QueryPresetsGroupByField_2b8867833a34864a02ddf429b0728a40,
  "payload-portal-content/client#PortalBar": PortalBar_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PortalIcon": PortalIcon_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#PortalLogo": PortalLogo_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#SignInCode": SignInCode_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#LoginLanguage": LoginLanguage_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/rsc#SampleGuide": SampleGuide_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/rsc#Dashboard": Dashboard_8fae12a4faf066e55435f19aea4e8aaa,
  "payload-portal-content/client#AdminTexts": AdminTexts_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#Session": Session_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#WithdrawalReason": WithdrawalReason_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "payload-portal-content/client#ZonedDates": ZonedDates_4bca7eb6d2381bfb8d2e476a0a9afde0,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1,
  "payload-portal-content/rsc#ProviderSignIn": ProviderSignIn_8fae12a4faf066e55435f19aea4e8aaa
}
