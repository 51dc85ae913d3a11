/** A chart of one span: bars stacked by kind, axes, the values of the step under the pointer, and a table of it all. */
import { Group, Paper, Text, Title } from '@mantine/core';
import type { Span } from '@model/overview.ts';
import { type PointerEvent, useState } from 'react';
import { number, texts } from '../texts/texts.ts';
import { labelled, roundedUp, timeOf } from './axes.ts';
import css from './traffic-chart.module.css';

export type Series = { name: string; color: string; values: number[] };
type Props = { title: string; span: Span; from: readonly string[]; series: readonly Series[] };

const HEIGHT = 100;

export function TrafficChart(props: Props) {
  const { title, span, from, series } = props;
  const [at, setAt] = useState<number | null>(null);
  const totals = from.map((_step, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const top = roundedUp(Math.max(...totals));

  function point({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(from.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * from.length))));
  }

  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={3}>{title}</Title>
        <Legend series={series} />
      </Group>
      <div className={css['chart']} aria-hidden onPointerMove={point} onPointerLeave={() => setAt(null)}>
        {[top, ...(top > 1 ? [top / 2] : []), 0].map((value) => (
          <div key={value} className={css['line']} style={{ bottom: `${(100 * value) / top}%` }}>
            <span>{number(value)}</span>
          </div>
        ))}
        <svg viewBox={`0 0 ${from.length * 10} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {from.map((step, index) => (
            <Bar key={step} index={index} series={series} scale={HEIGHT / top} isPointedAt={index === at} />
          ))}
        </svg>
      </div>
      <div className={css['times']} aria-hidden>
        {labelled(from, span).map(({ index, text }) => (
          <span key={index} style={{ left: `${(100 * (index + 0.5)) / from.length}%` }}>
            {text}
          </span>
        ))}
      </div>
      <Text size="xs" c="dimmed" aria-hidden className={css['said']}>
        {at === null ? texts.start.spanIs[span] : `${timeOf(from[at]!, span)}: ${said(series, at)}`}
      </Text>
      <StepTable {...props} />
    </Paper>
  );
}

/** What each colour is, and how much of it there was in the span. */
function Legend({ series }: Pick<Props, 'series'>) {
  return (
    <Group gap="md">
      {series.map(({ name, color, values }) => (
        <Text key={name} size="sm">
          <span aria-hidden style={{ color }}>
            ■
          </span>{' '}
          {number(values.reduce((sum, value) => sum + value, 0))} {name}
        </Text>
      ))}
    </Group>
  );
}

function Bar(props: { index: number; series: readonly Series[]; scale: number; isPointedAt: boolean }) {
  const { index, series, scale, isPointedAt } = props;
  let y = HEIGHT;
  return (
    <g>
      {isPointedAt && <rect x={index * 10} y={0} width={10} height={HEIGHT} fill="var(--console-edge)" />}
      {series.map(({ name, color, values }) => {
        const height = (values[index] ?? 0) * scale;
        y -= height;
        return <rect key={name} x={index * 10 + 1} y={y} width={8} height={height} fill={color} />;
      })}
    </g>
  );
}

const said = (series: readonly Series[], index: number) =>
  series.map(({ name, values }) => `${number(values[index] ?? 0)} ${name}`).join(', ');

/** The same numbers, step by step, for a screen reader, which cannot read the drawing. */
function StepTable({ title, span, from, series }: Props) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{`${title}: ${texts.start.spanIs[span]}`}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.start.from}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from.map((step, index) => (
            <tr key={step}>
              <th scope="row">{timeOf(step, span)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{number(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
