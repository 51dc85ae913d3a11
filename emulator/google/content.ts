/** The types of a content message after `validate.ts`: only the fields that the emulator itself uses. */

export type Media = {
  height?: 'SHORT' | 'MEDIUM' | 'TALL';
  uploadedRbmFile?: { fileName?: string; thumbnailName?: string };
  contentInfo?: { fileUrl?: string; thumbnailUrl?: string };
  fileName?: string;
};

export type Action = {
  text?: string;
  fallbackUrl?: string;
  dialAction?: { phoneNumber?: string };
  viewLocationAction?: { latLong?: { latitude?: number; longitude?: number }; query?: string };
  createCalendarEventAction?: { startTime?: string; endTime?: string; title?: string };
  openUrlAction?: { url?: string; application?: 'BROWSER' | 'WEBVIEW' };
  shareLocationAction?: object;
};

export type Suggestion = { reply?: { text?: string }; action?: Action };

export type Card = { title?: string; description?: string; media?: Media; suggestions?: Suggestion[] };

export type Content = Omit<Media, 'height'> & {
  text?: string;
  richCard?: {
    standaloneCard?: { cardOrientation?: 'HORIZONTAL' | 'VERTICAL'; cardContent?: Card };
    carouselCard?: { cardWidth?: 'SMALL' | 'MEDIUM'; cardContents?: Card[] };
  };
  suggestions?: Suggestion[];
};

export function cardsOf(content: Content): Card[] {
  const { standaloneCard, carouselCard } = content.richCard ?? {};
  return standaloneCard?.cardContent ? [standaloneCard.cardContent] : (carouselCard?.cardContents ?? []);
}

export function suggestionsOf(content: Content): Suggestion[] {
  return [...cardsOf(content).flatMap((card) => card.suggestions ?? []), ...(content.suggestions ?? [])];
}
