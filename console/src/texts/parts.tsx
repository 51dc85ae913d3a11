/** A text with elements in it: `parts('Read {guide} first.', { guide: <a …/> })`. A table holds the text alone. */
import { Fragment, type ReactNode } from 'react';

/** `elements` by the names that stand in braces in the text. */
export function parts(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/).map((part, index) => {
    const isName = index % 2 === 1;
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change their order
    return <Fragment key={index}>{isName ? elements[part] : part}</Fragment>;
  });
}
