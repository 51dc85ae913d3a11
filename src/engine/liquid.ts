/**
 * The Liquid that flows may use: LiquidJS without anything that reaches outside the template, without randomness, and
 * with caps of our own, because its limits do not count what captures and some filters emit (docs/hostile-input.md,
 * "Liquid"). LiquidJS is no sandbox: `sandbox.ts` decides where a template runs, and for how long.
 */
import {
  Context,
  defaultOperators,
  type Emitter,
  Liquid,
  LiquidError,
  Output,
  type Template,
  toValueSync,
} from 'liquidjs';
import type { Scope } from './scope.ts';
import { type Places, quickToSearch } from './search.ts';

/** Where a value goes. In a URL every output is percent-encoded, unless the template uses `raw` or encodes itself. */
export type RenderTarget = 'text' | 'url';

/** Characters of one template: far above any message, and small enough to parse on the main thread. */
export const MAX_TEMPLATE_LENGTH = 16 * 1024;
/** UTF-8 bytes of a rendered string, and of every capture in it: far more than the longest text of a message. */
export const MAX_TEXT_BYTES = 64 * 1024;
/** UTF-8 bytes of a rendered condition; `true` has four. */
export const MAX_CONDITION_BYTES = 1024;
/** Characters that a filter may return: as much as a connector's whole response, so that part of it can be cut out. */
const MAX_VALUE_LENGTH = 256 * 1024;
/** LiquidJS's own count of characters and elements allocated in one render. */
const MEMORY_LIMIT = 1_000_000;

/** They read other templates, and there are none. */
const REMOVED_TAGS = ['include', 'render', 'layout', 'block'];
/** They evaluate text as Liquid, or are random: the same turn must always give the same message. */
const REMOVED_FILTERS = /_exp$|^sample$/;
/** They encode for a URL themselves; a second encoding would corrupt the value. */
const URL_ENCODERS = ['url_encode', 'cgi_escape', 'uri_escape'];
const DATE_FILTERS = /^date/;
/** Filters that search their input for their first argument, and which places of it matter. */
const SEARCHES: Record<string, Places> = {
  split: 'all',
  remove: 'all',
  remove_first: 'first',
  remove_last: 'last',
  replace: 'all',
  replace_first: 'first',
  replace_last: 'last',
};

/** `outgrown`: a filter's result exceeds its limit. */
export type TemplateFault = 'syntax' | 'render' | 'too_long' | 'outgrown' | 'killed';

/** LiquidJS's message for `MEMORY_LIMIT`, which does not help the author of a template. */
const LIQUIDJS_MEMORY_MESSAGE = 'memory alloc limit exceeded';

/** A template that cannot be parsed or rendered. Line and column count from 1, and are set for `syntax`. */
export class TemplateError extends Error {
  readonly fault: TemplateFault;
  readonly line: number;
  readonly column: number;
  /** JSON pointer from the content message to its template; empty outside `renderMessage`. */
  field = '';

  constructor(fault: TemplateFault, message: string, line = 1, column = 1) {
    super(message);
    this.name = 'TemplateError';
    this.fault = fault;
    this.line = line;
    this.column = column;
  }
}

/** Never changed once made; a parsed template keeps a reference to the one that parsed it. */
const LIQUIDS: Record<RenderTarget, Liquid> = { text: createLiquid('text'), url: createLiquid('url') };

function createLiquid(target: RenderTarget): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    dynamicPartials: false,
    parseLimit: MAX_TEMPLATE_LENGTH,
    memoryLimit: MEMORY_LIMIT,
    timezoneOffset: 0,
    locale: 'en-US',
    operators: { ...defaultOperators, contains },
    ...(target === 'url' ? { outputEscape: encodeForUrl } : {}),
  });
  for (const tag of REMOVED_TAGS) delete liquid.tags[tag];
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (REMOVED_FILTERS.test(name)) delete liquid.filters[name];
    else if (typeof filter === 'function') liquid.registerFilter(name, restricted(name, filter, target));
  }
  capCaptures(liquid);
  return liquid;
}

type Operator = (left: unknown, right: unknown, context: Context) => ReturnType<(typeof defaultOperators)[string]>;
type FilterFunction = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

function restricted(name: string, filter: unknown, target: RenderTarget) {
  const run = filter as FilterFunction;
  const searched = SEARCHES[name];
  const handler: FilterFunction = function (value, ...args) {
    const isNow = DATE_FILTERS.test(name) && (value === 'now' || value === 'today');
    const input = isNow ? this.context.getRegister('now') : value;
    const result = searched
      ? run.call(this, ...quickToSearch(searchText(value), searchText(args[0]), searched), ...args.slice(1))
      : run.call(this, input, ...args);
    const maxLength: number = this.context.getRegister('maxValueLength');
    if (typeof result === 'string' && result.length > maxLength) throw new ValueTooLong(name, maxLength);
    return result;
  };
  return target === 'url' && URL_ENCODERS.includes(name) ? { handler, raw: true } : handler;
}

function contains(text: unknown, pattern: unknown, context: Context): ReturnType<Operator> {
  const operands =
    typeof text === 'string' ? quickToSearch(text, String(pattern), 'first') : ([text, pattern] as const);
  return (defaultOperators['contains'] as Operator)(...operands, context);
}

/** As LiquidJS converts what a filter searches, and searches for. */
function searchText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(searchText).join('') : String(value);
}

class ValueTooLong extends Error {
  constructor(filter: string, maxLength: number) {
    super(`the filter ${filter} would produce more than ${maxLength} characters`);
  }
}

/** Tags that render into a value (`capture`) request their own buffer from the renderer: it gets a cap too. */
function capCaptures(liquid: Liquid): void {
  const { renderer } = liquid;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, ctx, emitter = cappedEmitter(MAX_TEXT_BYTES)) =>
    renderTemplates(templates, ctx, emitter);
}

/** UTF-16 units are counted while writing: there are never more of them than bytes, and counting them is free. */
function cappedEmitter(maxBytes: number): Emitter {
  return {
    buffer: '',
    write(value: unknown) {
      this.buffer += textOf(value);
      if (this.buffer.length > maxBytes) throw new OutputTooLong();
    },
  };
}

class OutputTooLong extends Error {}

/** As Liquid writes values; an object, for which Liquid has no form, becomes JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function encodeForUrl(value: unknown): string {
  const text = textOf(value);
  // A dot segment climbs out of its place in the path, and every URL parser reads `%2e` as a dot.
  if (text === '.' || text === '..') throw new Error(`"${text}" cannot be used in a URL`);
  return encodeURIComponent(text);
}

/** @throws {TemplateError} `syntax`, with line and column. */
export function parseTemplate(text: string, target: RenderTarget): Template[] {
  if (text.length > MAX_TEMPLATE_LENGTH) {
    throw new TemplateError('syntax', `the template is longer than ${MAX_TEMPLATE_LENGTH} characters`);
  }
  let templates: Template[];
  try {
    templates = LIQUIDS[target].parse(text);
  } catch (error) {
    throw syntaxError(error);
  }
  if (target === 'url') keepLeadingAddress(templates);
  return templates;
}

/** LiquidJS adds `outputEscape` as a filter of this name, which no template can write. */
export const OUTPUT_ESCAPE = Object.prototype.toString.call(encodeForUrl);

/** `{{ data.base }}/orders/…`: the beginning of a URL is an address, which encoding would destroy. */
function keepLeadingAddress([first]: Template[]): void {
  if (first instanceof Output && first.value.filters.at(-1)?.name === OUTPUT_ESCAPE) first.value.filters.pop();
}

function syntaxError(error: unknown): TemplateError {
  if (!LiquidError.is(error)) return new TemplateError('syntax', (error as Error).message);
  const liquidError = error as LiquidError;
  const [line, column] = liquidError.token.getPosition();
  return new TemplateError('syntax', plainMessage(liquidError), line, column);
}

/** LiquidJS appends the position, which is reported separately. */
function plainMessage(error: Error): string {
  return error.message.replace(/(, file:[^,]*)?, line:\d+, col:\d+$/, '');
}

export type RenderOptions = {
  /** UTF-8 bytes. */
  maxBytes: number;
  /** ISO 8601: what `now` means to the date filters. */
  now: string;
};

export type RenderLimits = {
  /** Characters that each filter may return. */
  maxValueLength?: number;
  /** Called before each part of the template, in loops each time, with `performance.now()`: what it throws ends it. */
  check?: (now: number) => void;
};

/**
 * @throws {TemplateError} `too_long` when the output has more than `maxBytes`, `outgrown`, else `render`
 */
export function renderTemplate(
  templates: Template[],
  target: RenderTarget,
  scope: Partial<Scope>,
  { maxBytes, now }: RenderOptions,
  { maxValueLength = MAX_VALUE_LENGTH, check }: RenderLimits = {},
): string {
  const liquid = LIQUIDS[target];
  const context = new Context(scope, liquid.options, { sync: true }, { liquid });
  context.setRegister('now', now);
  context.setRegister('maxValueLength', maxValueLength);
  if (check) context.renderLimit.check = check;
  const emitter = cappedEmitter(maxBytes);
  try {
    toValueSync(liquid.renderer.renderTemplates(templates, context, emitter));
  } catch (error) {
    throw renderError(error, maxBytes);
  }
  if (Buffer.byteLength(emitter.buffer) > maxBytes) throw renderError(new OutputTooLong(), maxBytes);
  return emitter.buffer;
}

function renderError(error: unknown, maxBytes: number): TemplateError {
  const original = (LiquidError.is(error) && (error as LiquidError).originalError) || (error as Error);
  if (original instanceof OutputTooLong) {
    return new TemplateError('too_long', `the output is longer than ${maxBytes} bytes`);
  }
  if (original instanceof TemplateError) return original;
  if (original instanceof ValueTooLong) return new TemplateError('outgrown', original.message);
  const message = plainMessage(original);
  if (message === LIQUIDJS_MEMORY_MESSAGE) {
    return new TemplateError('render', `it would produce more than ${MEMORY_LIMIT} characters and elements`);
  }
  return new TemplateError('render', message);
}
