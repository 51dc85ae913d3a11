/** A table whose last column has what can be done with a row. It scrolls sideways where it does not fit. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

/** `minWidth`: pixels. `heads`: of the other columns. `children`: the rows. */
export function ActionTable(props: { minWidth: number; heads: string[]; children: ReactNode }) {
  const { minWidth, heads, children } = props;
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
            <Table.Th>
              <span className="visually-hidden">{texts.pieces.actions}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
