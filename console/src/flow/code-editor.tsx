/**
 * CodeMirror in the console's style: JSON with Liquid in its strings, or a Liquid line; faults are underlined in place.
 * It has no history of its own: the owner of the text handles undo.
 */
import { autocompletion, type CompletionSource, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { nonce } from '../nonce.ts';
import { difference } from './difference.ts';
import { completeLiquid, type Vocabulary } from './liquid-completion.ts';

const DARK_STYLE = HighlightStyle.define([
  { tag: tags.propertyName, color: '#8fd0ff' },
  { tag: tags.string, color: '#a5e3a0' },
  { tag: [tags.number, tags.bool, tags.null], color: '#ffcf8a' },
  { tag: tags.punctuation, color: '#aab6bb' },
]);

const THEME = EditorView.theme({
  '&': { fontSize: '13px', border: '1px solid light-dark(#b9c6c9, #46545a)', borderRadius: '8px', maxHeight: '100%' },
  '&.cm-focused': { outline: '2px solid light-dark(#0b7a75, #4fc3bb)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'light-dark(#5a686c, #95a3a8)' },
  '.cm-content': { caretColor: 'light-dark(#14201f, #eef4f4)' },
  // An outline, because the browser would apply a background to newly typed text.
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid light-dark(#0b7a75, #4fc3bb)',
  },
  '.cm-activeLine': { backgroundColor: 'light-dark(#0b7a750d, #4fc3bb14)' },
});

/** Marks changes from the owner of the text, which need not be reported to it. */
const handedIn = Annotation.define<boolean>();

export function CodeEditor(props: {
  value: string;
  onChange: (value: string) => void;
  label: string;
  language?: 'json' | 'liquid';
  /** Where in the text, and what is wrong there. */
  faults?: { from: number; to: number; message: string; severity: 'error' | 'warning' }[];
  vocabulary?: Vocabulary;
  minHeight?: number;
}) {
  const { value, label, language = 'json', faults = [], minHeight = 200 } = props;
  const isLine = language === 'liquid';
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const scheme = useComputedColorScheme();
  const highlight = useRef(new Compartment());

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; later changes are passed in below
  useEffect(() => {
    const complete: CompletionSource = (context) => completeLiquid(context, latest.current.vocabulary);
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(nonce),
          isLine ? [] : [lineNumbers(), highlightActiveLine(), lintGutter()],
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          isLine ? liquid() : json(),
          highlight.current.of([]),
          autocompletion({ override: [complete], activateOnTyping: true }),
          // Tab moves on, as everywhere: keyboard users must be able to leave.
          keymap.of(defaultKeymap),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.theme({ '.cm-content': { minHeight: isLine ? '0' : `${minHeight}px` } }),
          THEME,
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((each) => each.annotation(handedIn))) return;
            latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const style = scheme === 'dark' ? DARK_STYLE : defaultHighlightStyle;
    view.current?.dispatch({ effects: highlight.current.reconfigure(syntaxHighlighting(style)) });
  }, [scheme]);

  // Before anything else can be typed: later, that would be undone.
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    const { from, to, insert } = difference(editor.state.doc.toString(), value);
    editor.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      annotations: handedIn.of(true),
      scrollIntoView: editor.hasFocus,
    });
  }, [value]);

  const shape = JSON.stringify(faults);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by content, not by identity of the array
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { length } = editor.state.doc;
    const diagnostics = faults.map(
      (fault): Diagnostic => ({
        ...fault,
        from: Math.min(fault.from, length),
        to: Math.min(Math.max(fault.to, fault.from), length),
      }),
    );
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [shape]);

  return <div ref={host} />;
}
