/** A list whose rows are moved by drag or with the arrow keys, duplicated, and deleted. */
import { ActionIcon, Group } from '@mantine/core';
import { IconCopy, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { texts } from '../texts/texts.ts';
import css from './form.module.css';

export function Ordered<Row>(props: {
  rows: readonly Row[];
  /** Of one row, for its buttons: “chip 1”. */
  nameOf: (position: number) => string;
  /** With as many rows nothing can be duplicated. */
  max: number;
  onChange: (rows: Row[]) => void;
  isAcross?: boolean;
  /** `tools`: the row's buttons. */
  children: (index: number, tools: ReactNode) => ReactNode;
}) {
  const { rows, nameOf, max, onChange, isAcross = false, children } = props;
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<number | null>(null);
  useEffect(() => {
    if (toFocus.current === null) return;
    list.current?.querySelector<HTMLElement>(`:scope > li[data-row="${toFocus.current}"] [data-grip]`)?.focus();
    toFocus.current = null;
  });

  function move(from: number, to: number): void {
    if (to < 0 || to >= rows.length || to === from) return;
    onChange(moved(rows, from, to));
  }

  function moveByKey(event: KeyboardEvent, index: number): void {
    const by = BY_KEY[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const to = Math.min(rows.length - 1, Math.max(0, index + by));
    toFocus.current = to;
    move(index, to);
  }

  /** The row of this list under a pointer; not one of a list within. */
  function rowAt({ clientX, clientY }: PointerEvent): number | null {
    const under = document.elementsFromPoint(clientX, clientY);
    const row = under.find((element) => element.parentElement === list.current);
    return row instanceof HTMLElement ? Number(row.dataset['row']) : null;
  }

  const toolsOf = (index: number) => (
    <Group gap={2} wrap="nowrap" className={css['row-tools'] ?? ''}>
      <ActionIcon
        variant="subtle"
        color="gray"
        data-grip
        style={{ cursor: 'grab', touchAction: 'none' }}
        aria-label={texts.message.move(nameOf(index + 1))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: index, over: index });
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, over: rowAt(event) ?? drag.over })}
        onPointerUp={() => {
          if (drag) move(drag.from, drag.over);
          setDrag(null);
        }}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={(event) => moveByKey(event, index)}
      >
        <IconGripVertical size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.message.duplicate(nameOf(index + 1))}
        disabled={rows.length >= max}
        onClick={() => onChange(rows.toSpliced(index, 0, rows[index]!))}
      >
        <IconCopy size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={texts.message.deleteRow(nameOf(index + 1))}
        onClick={() => onChange(rows.toSpliced(index, 1))}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );

  return (
    <ol ref={list} className={css['rows']} data-across={isAcross}>
      {rows.map((_row, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: cards and chips have no id; their order identifies them
          key={index}
          data-row={index}
          data-dragged={drag?.from === index}
          data-over={drag !== null && drag.from !== index && drag.over === index}
        >
          {children(index, toolsOf(index))}
        </li>
      ))}
    </ol>
  );
}

const BY_KEY: Record<string, number> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  return rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!);
}
