import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { z } from 'zod';
import { ElementRefused, type Problem, problemsOf } from './errors.ts';
import { KeptJson, plainString, toJson } from './json.ts';
import { firstDifference } from './texts.ts';

interface ElementRules<E> {
  element: z.ZodType<E>;
  keptKeys: readonly string[];
  serialize(element: E): string;
}

/** Implements `List.parse`. */
export function parseElement<E>(raw: string, { element, keptKeys, serialize }: ElementRules<E>): E {
  const result = element.safeParse(parsed(raw, keptKeys), { reportInput: true });
  if (!result.success) throw new ElementRefused(problemsOf(result.error.issues, writtenIn(raw)));
  const again = serialize(result.data);
  if (again !== raw) throw new ElementRefused([servedOtherwise(raw, again)]);
  return result.data;
}

function parsed(raw: string, keptKeys: readonly string[]): unknown {
  try {
    return readJson(raw, keptKeys);
  } catch (error) {
    if (error instanceof RangeError) throw new ElementRefused([{ path: '', reason: 'is nested too deeply' }]);
    const reason = `is no JSON: ${error instanceof Error ? error.message : String(error)}`;
    throw new ElementRefused([{ path: '', reason }]);
  }
}

/** The values of an element as they are written, by their paths; undefined where it is nested too deeply. */
export function writtenIn(raw: string): (path: readonly PropertyKey[]) => string | undefined {
  return (path) => {
    try {
      const root = parseTree(raw);
      const node = root && findNodeAtLocation(root, path as (string | number)[]);
      return node && raw.slice(node.offset, node.offset + node.length);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/** Parses JSON. Values of kept keys stay text. @throws SyntaxError, or RangeError if it is nested too deeply */
export function readJson(raw: string, keptKeys: readonly string[]): unknown {
  const value: unknown = JSON.parse(raw, keptKeys.length > 0 ? withKept : undefined);
  // Nearly always so. What the tree gives are slices of the text, which keep the whole of it in memory.
  if (keptKeys.length === 0 || toJson(value) === raw) return value;
  const root = parseTree(raw);
  return root ? valueAt(root) : value;

  function withKept(key: string, each: unknown): unknown {
    return keptKeys.includes(key) && typeof (each ?? '') !== 'string' ? new KeptJson(toJson(each)) : each;
  }

  function valueAt(node: Node): unknown {
    const children = node.children ?? [];
    if (node.type === 'array') return children.map(valueAt);
    if (node.type !== 'object') return node.value;
    const members = children.flatMap(({ children: [name, content] = [] }) =>
      name && content
        ? [[name.value, keptKeys.includes(name.value) ? keptValue(content) : valueAt(content)]]
        : [],
    );
    // fromEntries creates own properties for all names, including `__proto__`.
    return Object.fromEntries(members);
  }

  function keptValue(node: Node): string | KeptJson | null {
    if (node.type === 'null') return null;
    const text = raw.slice(node.offset, node.offset + node.length);
    return plainString(text) ?? new KeptJson(text);
  }
}

const EXCERPT = 30;

function servedOtherwise(came: string, served: string): Problem {
  const at = firstDifference(came, served);
  const excerpt = (text: string) => toJson(text.slice(Math.max(0, at - 10), at + EXCERPT));
  const reason = `would not be served as it came: at character ${at} it has ${excerpt(came)}, and would have ${excerpt(served)}`;
  return { path: '', reason };
}
