/** Short ways to write content messages, for the tests of their limits and of their class. */

export const repeat = (length: number) => 'x'.repeat(length);
export const listOf = (length: number, item: unknown) => Array.from({ length }, () => item);
export const url = (length: number) => `https://e.org/${repeat(length - 'https://e.org/'.length)}`;

export const replyChip = (fields: object) => ({
  text: 'Hi',
  suggestions: [{ reply: { text: 'a', postbackData: 'b', ...fields } }],
});
export const action = (fields: object) => ({
  text: 'Hi',
  suggestions: [{ action: { text: 'a', postbackData: 'b', ...fields } }],
});
export const openUrl = (fields: object) => action({ openUrlAction: { url: 'https://e.org', ...fields } });
export const view = (fields: object) => action({ viewLocationAction: fields });
export const place = (latitude: unknown, longitude: unknown) => view({ latLong: { latitude, longitude } });
export const event = (fields: object) =>
  action({
    createCalendarEventAction: {
      startTime: '2026-01-02T03:04:05Z',
      endTime: '2026-01-02T04:04:05+02:00',
      title: 'a',
      ...fields,
    },
  });
export const card = (cardContent: object, fields: object = {}) => ({
  richCard: { standaloneCard: { cardContent, ...fields } },
});
export const carousel = (cardContents: unknown[], fields: object = {}) => ({
  richCard: { carouselCard: { cardContents, ...fields } },
});
export const media = (fields: object = {}) => ({ contentInfo: { fileUrl: 'https://e.org/a.png' }, ...fields });
export const chip = { reply: { text: 'a', postbackData: 'b' } };
