/** Leads to the field of a fault: forms and texts say with `data-path` which part of the state they edit. */
import { EditorView } from '@codemirror/view';
import { locate } from './locate.ts';

const FOCUSABLE = 'input:not([type=hidden]), textarea, select, button, [tabindex]';

/** Moves the focus to the field of this place; if it has none, to the nearest one around it. */
export function reveal(area: HTMLElement, path: string): void {
  const around = [...area.querySelectorAll<HTMLElement>('[data-path]')].filter(({ dataset }) =>
    `${path}/`.startsWith(`${dataset['path']}/`),
  );
  const nearest = around.sort((a, b) => b.dataset['path']!.length - a.dataset['path']!.length)[0];
  if (!nearest) return;
  const text = nearest.querySelector<HTMLElement>('.cm-editor');
  const editor = text && EditorView.findFromDOM(text);
  if (editor) selectIn(editor, path.slice(nearest.dataset['path']!.length));
  else (nearest.matches(FOCUSABLE) ? nearest : nearest.querySelector<HTMLElement>(FOCUSABLE))?.focus();
  nearest.scrollIntoView({ block: 'nearest' });
}

function selectIn(editor: EditorView, pointer: string): void {
  const { from, to } = locate(editor.state.doc.toString(), pointer);
  editor.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  editor.focus();
}
