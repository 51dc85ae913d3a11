/** What the console says is in the tables of texts, and nowhere else, in each language. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import ts from 'typescript';
import { en } from '../../console/src/texts/en.ts';
import { es } from '../../console/src/texts/es.ts';

/** A flow of its own, in English like its states. */
const SAMPLE = 'flow/sample.ts';

/** Attributes of elements that somebody reads or hears. */
const SAID =
  /^(aria-label|label|title|placeholder|description|alt|consequence|confirm|name|summary|empty|hint|what|says|meaning)$/;

/** Names are the same in every language: of products, of the API (`UserMessage`), of code, and commands. */
const IS_NAME = /^(curl .*|Parley|RCS|JSON|Liquid|OAuth|webhook|[A-Z_]+|(?:[A-Z][a-z]+){2,}|[a-z][a-zA-Z]*)$/;

/** What a label may also be: the name of a header, of a member, of a variable of templates, of a field. */
const IS_API = /^(X-[A-Za-z-]+|[A-Z_]+|(?:[A-Z][a-z]+){2,}|data|input|message|params|user|method|url)$/;

/** Two words, or one that begins like a sentence: what a person reads, and not a name of the code. */
const IS_TEXT = /^[A-Z][a-z]|[a-zA-Z]{2,} [a-zA-Z]{2,}/;

/** Each text that a file says itself, with its line. */
function saidIn(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const add = (node: ts.Node, text: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1}: ${text.trim()}`);
  };
  function look(node: ts.Node): void {
    if (ts.isJsxText(node) && /[A-Za-z]{2}/.test(node.text) && node.text.trim() !== 'Parley' && !isCode(node))
      add(node, node.text);
    if (isString(node) && (isSaid(node) || isWordOnPage(node))) add(node, node.getText());
    if (fixesLanguage(node)) add(node, node.getText());
    ts.forEachChild(node, look);
  }
  look(tree);
  return found;
}

type Said = ts.StringLiteral | ts.TemplateExpression | ts.NoSubstitutionTemplateLiteral;

const isString = (node: ts.Node): node is Said =>
  ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** What is typed as it stands, in any language. */
const isCodeElement = (element: ts.JsxElement) =>
  /^(Code|code|kbd|Kbd)$/.test(element.openingElement.tagName.getText());
const isCode = (node: ts.JsxText) => ts.isJsxElement(node.parent) && isCodeElement(node.parent);

/** With a 0 for each value that is put in. */
const textOf = (node: Said) =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('0')
    : node.text;

function isSaid(node: Said): boolean {
  if (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)) return false;
  const text = textOf(node);
  const isAttribute = ts.isJsxAttribute(node.parent);
  if (!IS_TEXT.test(text) || IS_NAME.test(text)) return false;
  return isAttribute ? SAID.test((node.parent as ts.JsxAttribute).name.getText()) : !isForMachines(node);
}

/** Labels of what is chosen, and what a table of words says. */
const WORDS = /^(aria-label|label|says|means|meaning|does)$/;

/** One small word is a name of code, unless it stands where a page shows it: in an element, or as a label. */
function isWordOnPage(node: Said): boolean {
  if (!/[a-z]{2,}/i.test(textOf(node)) || IS_API.test(textOf(node))) return false;
  let shown: ts.Node = node;
  while (isPart(shown)) shown = shown.parent;
  const { parent } = shown;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === shown && WORDS.test(parent.name.getText());
  if (!ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent) && WORDS.test(parent.name.getText());
  const { parent: around } = parent;
  if (ts.isJsxAttribute(around)) return WORDS.test(around.name.getText());
  return ts.isJsxElement(around) && !isCodeElement(around);
}

/** Of a choice: the one word or the other. */
function isPart(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  if (ts.isBinaryExpression(parent))
    return /^(&&|\|\||\?\?)$/.test(parent.operatorToken.getText()) && parent.right === node;
  return ts.isParenthesizedExpression(parent);
}

/** A date, a number or an order of one language, or of the browser's: the page has its own. */
function fixesLanguage(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const [locale] = node.arguments ?? [];
  if (!/\.toLocale\w+$|^Intl\.\w+$/.test(node.expression.getText())) return false;
  return locale === undefined || ts.isStringLiteral(locale) || ts.isArrayLiteralExpression(locale);
}

/** Compared, looked up, a key, thrown, told to another tab, or a style: nobody reads it on a page. */
function isForMachines(node: ts.Node): boolean {
  const parent = ts.isSatisfiesExpression(node.parent) ? node.parent.parent : node.parent;
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return true;
  if (ts.isNewExpression(parent) && /Error$/.test(parent.expression.getText())) return true;
  if (ts.isCallExpression(parent) && /\.(postMessage|startsWith|getChildren)$/.test(parent.expression.getText()))
    return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isPropertyAssignment(parent) && /^(font|border|outline)/.test(parent.name.getText())) return true;
  return ts.isLiteralTypeNode(parent) || ts.isElementAccessExpression(parent);
}

test('what the console says is in its tables', async () => {
  const files = (await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: 'console/src', exclude: ['texts/**'] }))).sort();
  assert.ok(files.length > 100, 'the sources were found');
  const said = await Promise.all(
    files
      .filter((file) => file !== SAMPLE)
      .map(async (file) => saidIn(file, await readFile(`console/src/${file}`, 'utf8'))),
  );
  assert.deepEqual(said.flat(), []);
});

test('a text that is said where it stands is found', () => {
  const of = (source: string) => saidIn('a.tsx', source).length;
  assert.equal(of('<Text>Log out</Text>'), 1);
  assert.equal(of('<Button aria-label="Log out" />'), 1);
  assert.equal(of(`notifyDone(\`\${count} states were saved.\`)`), 1);
  assert.equal(of("const LABELS = { FAILED: 'Failed' }"), 1);
  assert.equal(of("<b>{count === 1 ? 'event' : 'events'}</b>"), 2);
  assert.equal(of(`<b>{\`\${took} ms\`}</b>`), 1);
  assert.equal(of("const CHOICES = [{ value: 'none', label: 'none' }]"), 1);
  assert.equal(of("count.toLocaleString('en') + at.toLocaleTimeString([], {}) + new Intl.Collator()"), 3);
  assert.equal(of('count.toLocaleString(language)'), 0);
  assert.equal(of('<Text size="sm">{texts.shell.logOut}</Text>'), 0);
  assert.equal(of("import { a } from './log out.ts'; if (a === 'Log out') throw new Error('no such thing')"), 0);
});

/** The texts of a table by their path; the compiler alone looks at those that are functions. */
function leaves(table: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(table)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') found.set(place, value);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, text] of leaves(value, place)) found.set(inner, text);
  }
  return found;
}

test('every text is translated, with the same names of elements in it', () => {
  const spanish = leaves(es);
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [place, text] of leaves(en)) {
    const translated = spanish.get(place)!;
    assert.deepEqual(names(translated), names(text), place);
    if (/[a-z]+ [a-z]+/i.test(text)) assert.notEqual(translated, text, `${place} is not translated`);
  }
});
