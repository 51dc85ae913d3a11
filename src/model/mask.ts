/** What is shown in the place of a secret: that there is one, or that it is another one than before. */
export const MASK = '(a secret)';
export const OTHER_MASK = '(another secret)';
