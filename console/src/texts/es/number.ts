/** A count in a Spanish text: 12.000. */
export const number = (count: number) => count.toLocaleString('es');
