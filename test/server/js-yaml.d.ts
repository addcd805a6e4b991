declare module 'js-yaml' {
  /** The value of a YAML document. @throws if it is none */
  export function load(text: string): unknown;
}
