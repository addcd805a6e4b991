/** What `features.tsx` loads. */

export { FileList } from './FileList.tsx';
export { ImageList } from './ImageList.tsx';
export { KeptHtmlBlock, KeptHtmlInline, KeptPlaces } from './kept/KeptHtml.tsx';
export { Paste } from './paste/Paste.tsx';
export { TableAids, TableTools } from './TableTools.tsx';
export { VideoBlock, VideoForm } from './VideoForm.tsx';
