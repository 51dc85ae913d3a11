/** A phone's messages in a terminal: text, cards one below the other, chips with a number each. */
import type { ContentMessage } from '../../model/content-message.ts';
import type { SuggestionResponse } from '../../model/event.ts';
import type { RichCard } from '../../model/rich-card.ts';
import type { Suggestion } from '../../model/suggestion.ts';
import { accent, bold, dim, plain } from '../output.ts';

/** What tapping a chip sends. */
export type Chip = SuggestionResponse;

export type Shown = { lines: string[]; chips: Chip[] };

type Card = NonNullable<RichCard['standaloneCard']>['cardContent'];

/** Chips are numbered from 1, those of the cards before those of the message. */
export function showMessage({ text, richCard, contentInfo, uploadedRbmFile, suggestions = [] }: ContentMessage): Shown {
  const shown: Shown = { lines: [], chips: [] };
  if (text !== undefined) shown.lines.push(...plain(text).split('\n'));
  const file = contentInfo?.fileUrl ?? uploadedRbmFile?.fileName;
  if (file !== undefined) shown.lines.push(`[file] ${plain(file)}`);
  const cards =
    richCard?.carouselCard?.cardContents ?? (richCard?.standaloneCard ? [richCard.standaloneCard.cardContent] : []);
  for (const card of cards) showCard(shown, card);
  showChips(shown, suggestions, '');
  return shown;
}

function showCard(shown: Shown, { title, description, media, suggestions = [] }: Card): void {
  const file = media?.contentInfo?.fileUrl ?? media?.uploadedRbmFile?.fileName;
  const inside: string[] = [];
  if (file !== undefined) inside.push(dim(`[picture] ${plain(file)}`));
  if (title !== undefined) inside.push(bold(plain(title)));
  if (description !== undefined) inside.push(...plain(description).split('\n'));
  shown.lines.push('┌', ...inside.map((line) => `│ ${line}`));
  showChips(shown, suggestions, '│ ');
  shown.lines.push('└');
}

function showChips(shown: Shown, suggestions: readonly Suggestion[], before: string): void {
  for (const { reply, action } of suggestions) {
    const chip = reply ?? action!;
    shown.chips.push({ text: chip.text, postbackData: chip.postbackData ?? '', type: reply ? 'REPLY' : 'ACTION' });
    const does = action ? dim(` → ${actionText(action)}`) : '';
    shown.lines.push(`${before}${accent(`[${shown.chips.length}]`)} ${plain(chip.text)}${does}`);
  }
}

function actionText(action: NonNullable<Suggestion['action']>): string {
  const { openUrlAction, dialAction, viewLocationAction, createCalendarEventAction } = action;
  if (openUrlAction) return plain(`opens ${openUrlAction.url}`);
  if (dialAction) return plain(`dials ${dialAction.phoneNumber}`);
  if (viewLocationAction) return plain(`shows a map${viewLocationAction.label ? `: ${viewLocationAction.label}` : ''}`);
  if (createCalendarEventAction) return plain(`adds to the calendar: ${createCalendarEventAction.title}`);
  return 'asks for your location: /location lat,long';
}
