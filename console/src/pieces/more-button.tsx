/** The rest of a list, a page at a time. */
import { Button } from '@mantine/core';
import { texts } from '../texts/texts.ts';

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

export function MoreButton({ of }: { of: List }) {
  if (!of.hasNextPage) return null;
  return (
    <Button variant="default" onClick={() => of.fetchNextPage()} loading={of.isFetchingNextPage} mx="auto">
      {texts.pieces.showMore}
    </Button>
  );
}
