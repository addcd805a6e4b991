/** A stretch of the source, in UTF-16 units. */
export interface Place {
  start: number;
  end: number;
}

export interface StartTag extends Place {
  /** Lower case. */
  name: string;
  /** Of several with one name, the first. */
  attributes: Attribute[];
}

/** The value is decoded; empty where the attribute has none. */
export interface Attribute extends Place {
  name: string;
  value: string;
}
