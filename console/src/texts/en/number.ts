/** A count in an English text: 12,000. */
export const number = (count: number) => count.toLocaleString('en');
