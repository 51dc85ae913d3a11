/** The console's theme: its own colour, the system's fonts, and text that is never too pale to read (WCAG AA). */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { texts } from './texts/texts.ts';

/** Petrol, from a tint for backgrounds to a shade for text on it. */
const petrol: MantineColorsTuple = [
  '#eaf6f6',
  '#d5ebea',
  '#a8d6d5',
  '#78c1bf',
  '#4fadac',
  '#2f9594',
  '#1a8080',
  '#0c6d70',
  '#075a5d',
  '#04464a',
];

/** Mantine's close buttons have no name of their own. */
const named = (name: string) => ({ defaultProps: { closeButtonProps: { 'aria-label': name } } });

export const theme = createTheme({
  colors: { petrol },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", monospace',
  components: { Modal: named(texts.pieces.close), Notification: named(texts.pieces.closeMessage) },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1rem' } },
  },
});

/** Mantine's own values of these have less contrast than 4.5 : 1. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fcfdfd',
    '--mantine-color-dimmed': '#55606a',
    '--mantine-color-placeholder': '#68737d',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-yellow-light-color': '#7a4b00',
    '--mantine-color-red-light-color': '#b02525',
    '--mantine-color-green-light-color': '#1f6b30',
    '--mantine-color-blue-light-color': '#1560a8',
    '--mantine-color-gray-light-color': '#4a5259',
  },
  dark: {
    '--mantine-color-body': '#171b1c',
    '--mantine-color-dimmed': '#a9b3b5',
    '--mantine-color-placeholder': '#8e999b',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-petrol-light': '#1c3c3d',
    '--mantine-color-petrol-light-hover': '#234849',
    '--mantine-color-petrol-light-color': '#b4dddc',
    '--mantine-color-gray-light': '#30393a',
    '--mantine-color-gray-light-color': '#d3dada',
  },
});
