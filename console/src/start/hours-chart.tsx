/**
 * One small chart of the last 24 hours: an hourly bar, stacked by kind, and the numbers in a table for screen readers.
 */
import { Group, Paper, Text, Title } from '@mantine/core';
import { language, number, texts } from '../texts/texts.ts';

export type Series = { name: string; color: string; values: number[] };

const HEIGHT = 72;
const WIDTH = 24 * 10;

export function HoursChart({ title, hours, series }: { title: string; hours: string[]; series: Series[] }) {
  const totals = hours.map((_hour, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const most = Math.max(1, ...totals);
  const sum = (values: number[]) => values.reduce((left, right) => left + right, 0);
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={3}>{title}</Title>
        <Group gap="md">
          {series.map(({ name, color, values }) => (
            <Text key={name} size="sm">
              <span aria-hidden style={{ color }}>
                ■
              </span>{' '}
              {number(sum(values))} {name}
            </Text>
          ))}
        </Group>
      </Group>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" height={HEIGHT} preserveAspectRatio="none" aria-hidden>
        {hours.map((hour, index) => {
          let top = HEIGHT;
          return (
            <g key={hour}>
              <title>{describe(hour, series, index)}</title>
              <rect x={index * 10} y={0} width={10} height={HEIGHT} fill="transparent" />
              <rect x={index * 10 + 1} y={HEIGHT - 1} width={8} height={1} fill="var(--console-edge)" />
              {series.map(({ name, color, values }) => {
                const height = ((values[index] ?? 0) / most) * (HEIGHT - 4);
                top -= height;
                return <rect key={name} x={index * 10 + 1} y={top} width={8} height={height} fill={color} rx={1} />;
              })}
            </g>
          );
        })}
      </svg>
      <HoursTable title={title} hours={hours} series={series} />
      <Group justify="space-between" aria-hidden>
        <Text size="xs" c="dimmed">
          {texts.start.dayAgo}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.start.now}
        </Text>
      </Group>
    </Paper>
  );
}

/** The same numbers, hour by hour, for a screen reader, which cannot read the drawing. */
function HoursTable({ title, hours, series }: { title: string; hours: string[]; series: Series[] }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{texts.start.chart(title)}</caption>
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
          {hours.map((hour, index) => (
            <tr key={hour}>
              <th scope="row">{timeOf(hour)}</th>
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

function describe(hour: string, series: Series[], index: number): string {
  return `${timeOf(hour)}: ${series.map(({ name, values }) => `${number(values[index] ?? 0)} ${name}`).join(', ')}`;
}

function timeOf(hour: string): string {
  return new Date(hour).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false });
}
