import type { LexicalCommand, LexicalEditor } from '@payloadcms/richtext-lexical/lexical';

/** A command of Payload or Lexical that Payload does not export. */
export function commandOf<T>(
  { _commands: commands }: LexicalEditor,
  type: string,
): LexicalCommand<T> | undefined {
  return [...commands.keys()].find((command) => command.type === type);
}
