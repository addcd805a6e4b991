/** The plugin's own collection of images and files. */
export { readableName } from './fileNames.ts';
export { Media } from './Media.ts';
export { type MadeSizes, makeSizes } from './makeSizes.ts';
export { dropFilesOf, type NamesOfFiles, namesOfFiles } from './storedFiles.ts';
