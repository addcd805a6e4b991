import { createCommand, type LexicalCommand } from '@payloadcms/richtext-lexical/lexical';
import type { Video } from './videoNode.ts';

/** Opens the list of files. */
export const OPEN_FILES: LexicalCommand<null> = createCommand('OPEN_FILES');

/** Opens the form of a video that is there, or of a new one. */
export const OPEN_VIDEO: LexicalCommand<(Video & { nodeKey: string }) | null> = createCommand('OPEN_VIDEO');
