/** Where the value of a JSON pointer is in a JSON text, so that a problem of the API can be underlined there. */
import { jsonLanguage } from '@codemirror/lang-json';
import { keysOf } from './pointer.ts';

type SyntaxNode = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

/** The range of the value; if it is missing, of the nearest value around it. */
export function locate(text: string, pointer: string): { from: number; to: number } {
  let node: SyntaxNode | null = jsonLanguage.parser.parse(text).topNode.firstChild;
  let nearest = { from: node?.from ?? 0, to: node?.to ?? 0 };
  for (const name of keysOf(pointer)) {
    node = node && (node.name === 'Array' ? nthValue(node, Number(name)) : fieldValue(text, node, name));
    if (!node) break;
    nearest = { from: node.from, to: node.to };
  }
  return nearest;
}

function fieldValue(text: string, object: SyntaxNode, name: string): SyntaxNode | null {
  for (const property of object.getChildren('Property')) {
    const key = property.getChild('PropertyName');
    if (key && text.slice(key.from, key.to) === JSON.stringify(name)) return property.lastChild;
  }
  return null;
}

const IS_VALUE = /^(Object|Array|String|Number|True|False|Null)$/;

function nthValue(array: SyntaxNode, index: number): SyntaxNode | null {
  let left = index;
  for (let child = array.firstChild; child; child = child.nextSibling) {
    if (IS_VALUE.test(child.name) && left-- === 0) return child;
  }
  return null;
}
